import { readSubject } from '../../domain/identity/read.ts'
import type { SubjectKind } from '../../domain/identity/kinds.ts'
import { contactKindOf } from '../../domain/rows/contact-fields.ts'
import type { FileCell, FileRecord } from './csv-records.ts'
import type { FileHeader } from './header.ts'

/**
 * A record with the addresses of its links where a column of contacts shows another text: `Mail`, which leads to
 * `mailto:ada@example.com`. A text that is an address itself stays, and so do the texts of other columns.
 */
export function withLinks(record: FileRecord, { columns }: FileHeader): FileRecord {
  if (record.cells.every(({ link }) => link === undefined)) return record
  const cells = record.cells.map((cell, at): FileCell => {
    const column = columns[at]
    const kind = column === undefined ? null : (contactKindOf(column.name ?? '') ?? contactKindOf(column.heading))
    const address = kind === null || cell.link === undefined ? null : addressOf(cell.text, cell.link, kind)
    return address === null ? cell : { ...cell, text: address }
  })
  return { ...record, cells }
}

/** What a link leads to, if it is an identity of its column and the text is none; else null. */
function addressOf(text: string, link: string, kind: SubjectKind): string | null {
  if (readSubject(text, kind) !== null) return null
  const target = kind === 'phone' ? link.replace(/^tel:/i, '') : link
  const read = readSubject(target, kind)
  if (read === null) return null
  return kind === 'email' ? read.value : target
}
