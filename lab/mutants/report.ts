import type { Mutant } from './mutant.ts'
import type { Verdict } from './verdict.ts'

/** A mutant with its result. */
export interface Judged {
  readonly mutant: Mutant
  readonly verdict: Verdict
  readonly seconds: number
}

export const TABLE_HEAD = '| mutant | file | killed by | seconds |\n|---|---|---|---|'

export function rowOf({ mutant, verdict, seconds }: Judged): string {
  const cells = [mutant.name, mutant.file, fateOf(verdict), seconds.toFixed(1)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function fateOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'killed':
      return verdict.file
    case 'timeout':
      return 'timeout'
    case 'survived':
      return '**survived**'
    case 'broken':
      return `**broken**: ${verdict.reason.split('\n')[0] ?? ''}`
  }
}

/** The last line: the counts. */
export function summaryOf(judged: readonly Judged[]): string {
  const count = (kind: Verdict['kind']): number => judged.filter(({ verdict }) => verdict.kind === kind).length
  const counts = `${count('killed') + count('timeout')} killed, ${count('survived')} survived`
  return count('broken') === 0 ? counts : `${counts}, ${count('broken')} broken`
}

export const allDied = (judged: readonly Judged[]): boolean =>
  judged.every(({ verdict: { kind } }) => kind === 'killed' || kind === 'timeout')
