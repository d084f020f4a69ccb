import { savedTwice } from '../../domain/files/double-encoding.ts'
import type { FileRecord } from './csv-records.ts'
import type { FileHeader } from './header.ts'

/** A person recognises a text by its beginning. */
const TEXT_LENGTH_MAX = 60

/** Cells of a file whose text was saved in the wrong encoding before, and the first of them. */
export class SavedTwiceCells {
  #cells = 0
  #example: { readonly line: number; readonly text: string; readonly before: string } | null = null

  add({ line, cells }: FileRecord, { columns }: Pick<FileHeader, 'columns'>): void {
    for (const [index, { text }] of cells.entries()) {
      const name = columns[index]?.name ?? null
      if (name !== null) this.#see(line, text)
    }
  }

  addNames({ line, columns }: FileHeader): void {
    for (const { heading, name } of columns) if (name !== null) this.#see(line, heading)
  }

  #see(line: number, text: string): void {
    const before = savedTwice(text)
    if (before === null) return
    this.#cells += 1
    this.#example ??= { line, text: cut(text), before: cut(before) }
  }

  /** The hint that names them; none where there are none. They are imported as they are: the text may be meant. */
  hints(): string[] {
    if (this.#example === null) return []
    const { line, text, before } = this.#example
    const [count, look] = this.#cells === 1 ? ['1 cell', 'looks'] : [`${this.#cells} cells`, 'look']
    return [
      `${count} of the file ${look} as if the text had been saved in the wrong encoding before, such as \`${text}\` in line ${line}, which is probably \`${before}\`. Nothing was corrected. Export the list again as UTF-8 from the program that it comes from. Excel reads such a file correctly with Data > From Text/CSV and the file origin "65001: Unicode (UTF-8)". If the request names an \`encoding\`, try it without.`,
    ]
  }
}

/** The beginning of a text, for a sentence. */
export const cut = (text: string): string => {
  const chars = [...text.trim()]
  return chars.length > TEXT_LENGTH_MAX ? `${chars.slice(0, TEXT_LENGTH_MAX).join('')}…` : chars.join('')
}
