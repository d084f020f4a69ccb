/** Prints Markdown tables to stdout and progress to stderr. */

type Cell = string | number

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const print = (...blocks: readonly string[]): void => void process.stdout.write(`${blocks.join('\n\n')}\n\n`)
export const progress = (text: string): void => void process.stderr.write(`  ${text}\n`)

/** The `p`-quantile of all samples, by nearest rank; NaN without samples. */
export function quantile(samples: readonly number[], p: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN
}

export const fixed = (value: number, digits = 1): string => (Number.isFinite(value) ? value.toFixed(digits) : '-')

export type BudgetBound = { readonly atMost: number } | { readonly atLeast: number }

export const withinBound = (value: number, bound: BudgetBound): boolean =>
  'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast

/** A value with its budget: "1.21x (<= 1.3x: met)". */
export function withBudget(value: number, bound: BudgetBound, unit = ''): string {
  const sign = 'atMost' in bound ? `<= ${bound.atMost}` : `>= ${bound.atLeast}`
  const shown = Number.isInteger(value) ? String(value) : fixed(value, 2)
  return `${shown}${unit} (${sign}${unit}: ${withinBound(value, bound) ? 'met' : '**NOT MET**'})`
}
