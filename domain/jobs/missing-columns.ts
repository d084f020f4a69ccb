import { plainHeading } from '../files/heading.ts'
import { fieldOfHeading } from '../files/known-headings.ts'
import { type QueryFault, pointerTo } from '../rows/filter.ts'
import { missingColumns, type RowTemplate, type RowTemplatePart } from './row-input.ts'

/** A column of a file, and the field that it probably holds. */
export interface NamedColumn {
  readonly name: string
  readonly field: string | null
}

/** A refusal names this many columns: of a file with more, a person looks at the file. */
const COLUMNS_SHOWN_MAX = 30

/** A fault for each field of a template that no column has, at the first member that names it. */
export const missingFaults = (
  template: RowTemplate,
  { member, columns }: { readonly member: string; readonly columns: readonly NamedColumn[] },
): QueryFault[] =>
  missingColumns(
    template,
    columns.map(({ name }) => name),
  ).map((name) => ({
    path: pointerTo(member, ...(placeIn(template.members, name) ?? [])),
    message: `names a column that the file does not have: \`${name}\`. ${adviceFor(name, columns)}`,
  }))

function adviceFor(name: string, columns: readonly NamedColumn[]): string {
  const meant = columnFor(name, columns)
  const names = columns.map((column) => column.name)
  const shown = names.slice(0, COLUMNS_SHOWN_MAX).join(', ')
  const more = names.length - COLUMNS_SHOWN_MAX
  const all = `The file has ${shown}${more > 0 ? ` and ${more} more` : ''}`
  return meant === null ? all : `Write \`${placeholderOf(meant)}\`, which probably holds it. ${all}`
}

/** The column whose name is another spelling, or the one that probably holds such a field. */
export function columnFor(name: string, columns: readonly NamedColumn[]): string | null {
  const plain = plainHeading(name)
  const meant = fieldOfHeading(name)
  const found =
    columns.find((column) => plain !== '' && plainHeading(column.name) === plain) ??
    columns.find(({ field }) => field !== null && (field === name || field === meant)) ??
    columns.find((column) => meant !== null && fieldOfHeading(column.name) === meant)
  return found?.name ?? null
}

/** A name with a blank or a quotation mark is written as in JSON. */
const placeholderOf = (column: string): string =>
  /^[^\s{}".]+$/.test(column) ? `{{${column}}}` : `{{${JSON.stringify(column)}}}`

/** Where a field is used first. */
function placeIn(members: readonly (readonly [string, RowTemplatePart])[], field: string): readonly string[] | null {
  for (const [name, part] of members) {
    const inner = placeWithin(part, field)
    if (inner !== null) return [name, ...inner]
  }
  return null
}

function placeWithin(part: RowTemplatePart, field: string): readonly string[] | null {
  switch (part.kind) {
    case 'constant':
      return null
    case 'field':
      return part.field.name === field ? [] : null
    case 'text':
      return part.pieces.some((piece) => typeof piece === 'object' && piece.name === field) ? [] : null
    case 'list':
      return placeIn(
        part.items.map((item, index) => [String(index), item] as const),
        field,
      )
    case 'object':
      return placeIn(part.members, field)
  }
}
