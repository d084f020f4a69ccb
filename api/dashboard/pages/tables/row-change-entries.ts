import { ROW_FIELDS } from '../../../../domain/tables/keys.ts'
import type { RowChanges } from '../../../schemas/rows.ts'
import { html, type Html, type Part } from '../../../html/markup.ts'
import type { Row } from '../../../schemas/tables.ts'
import { badge, usd } from '../../elements.ts'
import { type View, runPath } from '../../page.ts'
import { watchPath } from '../watches/paths.ts'

type ChangeItem = RowChanges['items'][number]

export interface TimelineEntry {
  /** Unique on the page. */
  readonly id: string
  readonly at: string
  readonly badge: Html
  readonly text: Part
}

/** The changes of a row, each in a sentence that states what caused it; `charges` has what runs cost. */
export const changeEntries = (
  view: View,
  changes: RowChanges['items'],
  charges: ReadonlyMap<string, string | null>,
): TimelineEntry[] =>
  changes.map((change, index) => ({
    // Counted from the oldest: an entry keeps its place while the page is open.
    id: `change-${changes.length - index}`,
    at: change.at,
    badge: isEnrichment(change) ? badge('enriched', 'good') : badge('row', 'quiet'),
    text: html`${sentenceOf(view, change)}${chargedText(charges.get(change.run_id ?? '') ?? null)}.`,
  }))

export const chargedText = (charged: string | null): string => (charged === null ? '' : ` for ${usd(charged)}`)

const OUTSIDE_DATA: readonly string[] = ROW_FIELDS
const isEnrichment = ({ run_id: run, fields }: ChangeItem): boolean =>
  run !== null && fields.some((field) => !OUTSIDE_DATA.includes(field))

/** What the row alone states, where its oldest changes are not kept or it is older than the table of changes. */
export function beforeChanges(
  { row_created_at: made, row_updated_at: changed }: Partial<Pick<Row, 'row_created_at' | 'row_updated_at'>>,
  changes: RowChanges['items'],
): TimelineEntry[] {
  const entry = (id: string, when: string | undefined, text: string): TimelineEntry[] =>
    when === undefined ? [] : [{ id, at: when, badge: badge('row', 'quiet'), text }]
  if (changes.at(-1)?.created === true) return []
  return [
    ...entry('row-made', made, 'The row was made.'),
    ...(changes.length > 0 || changed === made ? [] : entry('row-changed', changed, 'The last change of the row.')),
  ]
}

function sentenceOf(view: View, change: ChangeItem): Part {
  const { cause, created } = change
  switch (cause) {
    case 'import':
      return created ? 'Imported' : `Imported again: ${fieldsOf(change)}`
    case 'edit':
      return created ? 'Added by hand' : `Edited: ${fieldsOf(change)}`
    case 'api':
      return created ? 'Added over the API' : `Changed over the API: ${fieldsOf(change)}`
    case 'erasure':
      return `Erased, because they mentioned a person: ${fieldsOf(change)}`
    case 'run':
      return html`Run ${runOf(view, change)} ${created ? 'made the row' : `saved ${fieldsOf(change)}`}`
    case 'watch':
      return html`A refresh of ${watchOf(view, change)}, run ${runOf(view, change)}, ${
        created ? 'made the row' : `saved ${fieldsOf(change)}`
      }`
  }
}

const runOf = (view: View, { run_id: id, capability }: ChangeItem): Part => {
  const name = capability ?? 'of a raw endpoint'
  return id === null ? name : html`<a href="${runPath(view, id)}">${name}</a>`
}

const watchOf = (view: View, { watch_id: id }: ChangeItem): Part =>
  id === null ? 'a watch that is deleted' : html`<a href="${watchPath(view, id)}">a watch</a>`

function fieldsOf({ fields, field_count: count }: ChangeItem): string {
  const more = count - fields.length
  if (fields.length === 0) return count === 1 ? 'a field' : `${count} fields`
  return `${fields.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
