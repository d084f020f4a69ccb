import { slicing } from '../../../db/time-slices.ts'
import { SharedAddresses, withFurtherContact } from '../../../domain/rows/further-contact.ts'
import { counted, EXAMPLES_MAX, listed } from '../../../domain/rows/row-source.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import type { ImportedFile } from './import-file.ts'

/** The file with contacts of further columns in the lines that have no other, and a hint that reports it. */
export async function withFurtherContacts(file: ImportedFile, keyMode: KeyMode): Promise<ImportedFile> {
  if (file.header.exported) return file
  const slice = slicing()
  const rows: ImportedFile['rows'][number][] = []
  const filled = new Map<string, number[]>()
  const shared = new SharedAddresses()
  for (const { row } of file.rows) {
    await slice()
    shared.add(row)
  }
  for (const each of file.rows) {
    await slice()
    const further = withFurtherContact(each.row, keyMode, shared)
    rows.push(further === null ? each : { ...each, row: further.row })
    if (further === null) continue
    const words = `\`${further.field}\` from \`${further.column}\``
    filled.set(words, [...(filled.get(words) ?? []), each.line])
  }
  return filled.size === 0 ? file : { ...file, rows, hints: [...file.hints, hintOf(filled)] }
}

function hintOf(filled: ReadonlyMap<string, readonly number[]>): string {
  const lines = [...filled.values()].reduce((sum, { length }) => sum + length, 0)
  const words = [...filled].slice(0, EXAMPLES_MAX).map(([from, at]) => {
    const shown = at.slice(0, EXAMPLES_MAX).map((line) => `line ${line}`)
    return `${from} (${listed(shown, at.length)})`
  })
  const [have, got] = lines === 1 ? ['has', 'it got'] : ['have', 'they got']
  return `${counted(lines, 'line')} ${have} no contact in the columns by which rows are found, so ${got} one of another column: ${listed(words, filled.size)}.`
}
