import { type Json, type JsonObject, listOf, objectOf, textsOf } from '../../domain/json/json.ts'
import { html, type Html } from '../html/markup.ts'
import { type ShownColumn, type ShownRow, table } from './elements.ts'
import { withCodeSpans } from './code-spans.ts'

/** A member of a schema as the table shows it. */
interface Member {
  /** `address.city`, `items[].name`. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly meaning: string
}

/** Deeper than any input of the service; a provider's documents may refer to themselves. */
const DEPTH_MAX = 4
const MEMBERS_MAX = 200
const VALUES_SHOWN = 12

const COLUMNS: readonly ShownColumn[] = [
  { title: 'Name' },
  { title: 'Type' },
  { title: 'Needed' },
  { title: 'Description', wraps: true },
]

/** The members of a JSON Schema as a table, nested members included. */
export function schemaTable({
  id,
  caption,
  schema,
  empty,
}: {
  readonly id: string
  readonly caption: string
  readonly schema: JsonObject
  readonly empty: string
}): Html {
  const members = membersOf(schema, '', 0)
  const rows = members.slice(0, MEMBERS_MAX).map((member, index): ShownRow => ({
    id: `${id}-${index}`,
    cells: [
      html`<code>${member.path}</code>`,
      member.type,
      member.required ? html`<strong>required</strong>` : 'optional',
      withCodeSpans(member.meaning),
    ],
  }))
  return html`${table({ id, caption, rows, empty, columns: COLUMNS })}
${members.length > MEMBERS_MAX && html`<p class="quiet">and ${members.length - MEMBERS_MAX} more.</p>`}`
}

function membersOf(schema: JsonObject, before: string, depth: number): Member[] {
  const required = new Set(textsOf(schema['required']))
  return Object.entries(objectOf(schema['properties'])).flatMap(([name, value]) => {
    const member = objectOf(value)
    const inner = innerOf(member)
    const path = `${before}${name}`
    const own: Member = { path, type: typeOf(member), required: required.has(name), meaning: meaningOf(member) }
    return depth >= DEPTH_MAX || inner === null
      ? [own]
      : [own, ...membersOf(inner.schema, `${path}${inner.mark}`, depth + 1)]
  })
}

/** Where a member's own members are: in it, in each of its items, or in the only one of its variants that has any. */
export function innerOf(member: JsonObject): { readonly schema: JsonObject; readonly mark: string } | null {
  if (member['properties'] !== undefined) return { schema: member, mark: '.' }
  const items = objectOf(member['items'])
  if (items['properties'] !== undefined) return { schema: items, mark: '[].' }
  const [only, ...others] = variantsOf(member).flatMap((variant) => innerOf(variant) ?? [])
  return only === undefined || others.length > 0 ? null : only
}

const variantsOf = (member: JsonObject): JsonObject[] =>
  [...listOf(member['anyOf']), ...listOf(member['oneOf'])].map(objectOf)

export function typeOf(member: JsonObject): string {
  const { type, enum: values, const: only, items } = member
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return 'one of the words'
  if (type === 'array') return `list of ${typeOf(objectOf(items))}`
  const variants = [member['anyOf'], member['oneOf']].find(Array.isArray)
  if (variants !== undefined) return [...new Set(variants.map((one) => typeOf(objectOf(one))))].join(' or ')
  const types = typeof type === 'string' ? [type] : textsOf(type)
  return types.length === 0
    ? 'anything'
    : types
        .map((one) => (typeof member['format'] === 'string' && one === 'string' ? member['format'] : one))
        .join(' or ')
}

const BOUNDS: readonly (readonly [string, (value: string) => string])[] = [
  ['minimum', (value) => `at least ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['minItems', (value) => `${value} or more`],
  ['maxItems', (value) => `${value} at most`],
  ['maxLength', (value) => `${value} characters at most`],
  ['default', (value) => `default ${value}`],
]

/** What a member means, its values and its bounds. */
export function meaningOf(member: JsonObject): string {
  const { description, enum: values } = member
  const words = Array.isArray(values) ? values.map(plain) : []
  const listed =
    words.length === 0
      ? []
      : [
          `${words.slice(0, VALUES_SHOWN).join(', ')}${words.length > VALUES_SHOWN ? ` and ${words.length - VALUES_SHOWN} more` : ''}`,
        ]
  const bounds = BOUNDS.flatMap(([name, describe]) =>
    member[name] === undefined ? [] : [describe(plain(member[name]))],
  ).join(', ')
  return [
    ...(typeof description === 'string' ? [description.replace(/\.$/, '')] : []),
    ...listed,
    ...(bounds === '' ? [] : [bounds]),
  ].join('. ')
}

const plain = (value: Json | undefined): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
