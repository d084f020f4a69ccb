import type { Encoding } from '../../domain/files/form.ts'
import { otherReadingOf } from '../../domain/files/other-encoding.ts'
import type { FileRecord } from './csv-records.ts'
import { cut } from './saved-twice.ts'

interface Seen {
  cells: number
  readonly line: number
  readonly text: string
  readonly read: string
}

/** Cells of a file without a known encoding that look as if it had another one than Windows-1252. */
export class MisreadCells {
  readonly #seen = new Map<Encoding, Seen>()

  add({ line, cells }: FileRecord): void {
    for (const { text } of cells) {
      const other = otherReadingOf(text)
      if (other === null) continue
      const seen = this.#seen.get(other.encoding) ?? { cells: 0, line, text: cut(text), read: cut(other.text) }
      seen.cells += 1
      this.#seen.set(other.encoding, seen)
    }
  }

  /** The hint that names the encoding of most of them; none where there are none. */
  hints(): string[] {
    const [most] = [...this.#seen].toSorted(([, one], [, other]) => other.cells - one.cells)
    if (most === undefined) return []
    const [encoding, { cells, line, text, read }] = most
    const [count, look] = cells === 1 ? ['1 cell', 'looks'] : [`${cells} cells`, 'look']
    return [
      `The file was read as Windows-1252, and ${count} of it ${look} wrong: \`${text}\` in line ${line} is probably \`${read}\`. If so, import it again with \`encoding=${encoding}\`, or save it as UTF-8 before.`,
    ]
  }
}
