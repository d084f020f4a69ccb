import { parseDocument } from 'yaml'
import { outdented, repairOutdented } from './repair-outdented.ts'

/** A document of these providers has at most some dozens of such scalars; each costs one more parse. */
const REPAIRS_MAX = 50

export interface Parsed {
  readonly value: unknown
  /** Where the text was read differently from its strict meaning. */
  readonly warnings: readonly string[]
}

/** JSON or YAML 1.2. Throws an Error that names the place that cannot be read. */
export function parseText(text: string): Parsed {
  if (/^\s*[{[]/.test(text)) {
    try {
      return { value: JSON.parse(text), warnings: [] }
    } catch {
      // YAML's flow style begins like JSON.
    }
  }
  const warnings: string[] = []
  let current = text
  for (let repair = 0; ; repair += 1) {
    // A duplicate key is the author's mistake, not a reason to lose the document: the last one counts, as in JSON.
    const document = parseDocument(current, {
      uniqueKeys: (a, b) => isTwice(a, b, warnings),
      logLevel: 'silent',
      strict: true,
    })
    const [error] = document.errors
    if (error === undefined) return { value: document.toJS({ maxAliasCount: 1_000 }), warnings: [...new Set(warnings)] }
    const at = outdented(current, error)
    if (at === null || repair === REPAIRS_MAX) throw new Error(error.message)
    const line = current.slice(0, at).split('\n').length
    warnings.push(
      `line ${line}: a quoted text continues at the indentation of its key, against YAML; read as if it were indented`,
    )
    current = repairOutdented(current, at)
  }
}

function isTwice(a: unknown, b: unknown, warnings: string[]): boolean {
  const [left, right] = [keyText(a), keyText(b)]
  if (a === b || left === null || left !== right) return false
  warnings.push(`the key "${left}" occurs twice in one object; the last one holds`)
  return false
}

function keyText(node: unknown): string | null {
  return typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
    ? node.value
    : null
}
