import type { JsonObject } from '../json/json.ts'
import type { Displaced } from './displaced.ts'
import { type RowIdentity, shownKey } from './identities.ts'
import { emptiedWords, unreadWords } from './refusals.ts'
import { counted, cutValue, EXAMPLES_MAX, identityWords, listed, type RowSource } from './row-source.ts'

interface Written {
  readonly source: RowSource
  readonly mode: 'merge' | 'replace'
}

/** A row of the table, what a sent row brings to it, and the identity by which it was found. */
interface FoundRow {
  readonly held: readonly RowIdentity[]
  readonly brought: readonly RowIdentity[]
  readonly by: Pick<RowIdentity, 'kind' | 'value'>
}

interface SentData {
  readonly ignored: readonly string[]
  readonly unread: readonly string[]
  /** Fields that state that nothing is known. They are no part of the data. */
  readonly emptied: readonly string[]
  readonly data: JsonObject
}

/** How many sent rows have something, and the first of them. */
interface Noted<Example> {
  count: number
  readonly examples: Example[]
}

/** Hints for the caller about the rows that were written. */
export class RowNotes {
  readonly #written: Written
  readonly #ignored = new Set<string>()
  #emptied = 0
  readonly #emptiedFields = new Set<string>()
  /** The rows that have a field that is unread for one reason, by its words. */
  readonly #unread = new Map<string, Noted<number>>()
  readonly #replaced: Noted<string> = { count: 0, examples: [] }
  readonly #repeated: Noted<string> = { count: 0, examples: [] }
  readonly #displaced: Noted<string> = { count: 0, examples: [] }

  constructor(written: Written) {
    this.#written = written
  }

  addData(index: number, { ignored, emptied, unread, data }: SentData): void {
    for (const field of ignored) this.#ignored.add(field)
    this.#emptied += emptied.length
    for (const field of emptied) this.#emptiedFields.add(field)
    for (const field of unread) {
      const words = unreadWords(field, data[field])
      const noted = this.#unread.get(words) ?? { count: 0, examples: [] }
      note(noted, () => index)
      this.#unread.set(words, noted)
    }
  }

  /** The row of the table may have had another email or profile than the sent row brings. */
  addFound(index: number, { held, brought, by }: FoundRow): void {
    const replaced = replacedBy(held, brought)
    if (replaced === null) return
    const [old, own] = replaced
    const place = this.#written.source.place(index)
    note(
      this.#replaced,
      () =>
        `${place} has the ${identityWords(own)}, its row had \`${cutValue(shownKey(old))}\`, and both have the ${identityWords(by)}`,
    )
  }

  /** A row belongs to the row of the table that an earlier one of the call or file also belongs to. */
  addRepeated(index: number, earlier: number, key: string): void {
    const { place } = this.#written.source
    note(this.#repeated, () => `${place(index)} with ${place(earlier)} (\`${cutValue(key)}\`)`)
  }

  /** Contacts that an earlier row of the call brought, and that are in no field any more. */
  addDisplaced(index: number, displaced: readonly Displaced[]): void {
    const { place } = this.#written.source
    for (const { field, value } of displaced)
      note(this.#displaced, () => `${place(index)} replaced \`${cutValue(value)}\` in \`${field}\``)
  }

  hints(): string[] {
    return [
      ...this.#repeatedHints(),
      ...this.#displacedHints(),
      ...this.#replacedHints(),
      ...this.#ignoredHints(),
      ...(this.#emptied === 0 ? [] : [`${emptiedWords(this.#emptied, this.#emptiedFields)}.`]),
      ...this.#unreadHints(),
    ]
  }

  #repeatedHints(): string[] {
    const { count, examples } = this.#repeated
    const { row } = this.#written.source
    return count === 0
      ? []
      : [
          `${counted(count, row)} ${count === 1 ? 'has' : 'have'} the email, phone or other identity of an earlier ${row}, and became one row with it: ${listed(examples, count)}.`,
        ]
  }

  #displacedHints(): string[] {
    const { count, examples } = this.#displaced
    const { row, field } = this.#written.source
    if (count === 0 || this.#written.mode === 'replace') return []
    const still = count === 1 ? 'It still finds' : 'They still find'
    const where = field === 'column' ? 'cell (`a ::: b`), or in two columns' : 'text (`a ::: b`), or in two fields'
    return [
      `A later ${row} of the same person replaced ${count} email address${count === 1 ? '' : 'es'} or phone${count === 1 ? '' : 's'}: ${listed(examples, count)}. ${still} the row. Keep both in one ${where}.`,
    ]
  }

  #replacedHints(): string[] {
    const { count, examples } = this.#replaced
    const { source, mode } = this.#written
    const after =
      mode === 'merge'
        ? 'The earlier one still finds the row. If it is another person, undo it with `unmerge`.'
        : 'The earlier one no longer finds the row.'
    return count === 0
      ? []
      : [
          `${counted(count, source.row)} brought another email address or LinkedIn profile into a row of the table: ${listed(examples, count, '; ')}. ${after} ` +
            'A table with the key `email` or `field:<name>` keeps different people with a common identity apart.',
        ]
  }

  #ignoredHints(): string[] {
    const fields = [...this.#ignored].map((field) => `\`${field}\``)
    return fields.length === 0 ? [] : [`Ignored, because the service maintains them: ${fields.join(', ')}.`]
  }

  #unreadHints(): string[] {
    const { row, place } = this.#written.source
    return [...this.#unread].map(
      ([words, { count, examples }]) =>
        `In ${counted(count, row)} ${words}: it is stored, but no row is found or joined by it (${listed(examples.map(place), count)}).`,
    )
  }
}

/**
 * The email or profile of a row that was found by another identity, and the one that the sent row brings: a new address
 * of the same person, or another person. null: it brings none.
 */
function replacedBy(held: readonly RowIdentity[], brought: readonly RowIdentity[]): [RowIdentity, RowIdentity] | null {
  for (const kind of ['email', 'linkedin'] as const) {
    const known = held.filter((identity) => identity.kind === kind && identity.merges)
    const fresh = brought.filter((identity) => identity.kind === kind && identity.merges)
    const [old, own] = [known[0], fresh[0]]
    const isOther = !fresh.some(({ value }) => known.some((one) => one.value === value))
    if (old !== undefined && own !== undefined && isOther) return [old, own]
  }
  return null
}

function note<Example>(noted: Noted<Example>, example: () => Example): void {
  noted.count += 1
  if (noted.examples.length < EXAMPLES_MAX) noted.examples.push(example())
}
