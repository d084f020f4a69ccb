import { type Suggestion, suggestFields } from '../../domain/files/suggest.ts'
import type { FileRecord } from './csv-records.ts'
import type { FileHeader } from './header.ts'

/** Enough values to see what a column holds, and no memory of note. */
const VALUES_MAX = 50
const VALUE_LENGTH_MAX = 200

/** The first values of each column that are not empty, collected while a file is read. */
export class ColumnSamples {
  readonly #values: string[][] = []

  add({ cells }: FileRecord): void {
    for (const [index, { text }] of cells.entries()) {
      const values = (this.#values[index] ??= [])
      const value = text.trim()
      if (value !== '' && values.length < VALUES_MAX) values.push(value.slice(0, VALUE_LENGTH_MAX))
    }
  }

  of(index: number): readonly string[] {
    return this.#values[index] ?? []
  }

  suggestions({ columns }: FileHeader): readonly Suggestion[] {
    return suggestFields(columns.map(({ heading }, index) => ({ heading, values: this.of(index) })))
  }
}
