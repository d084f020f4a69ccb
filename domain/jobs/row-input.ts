import { isExactNumber } from '../json/exact.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { FIELD_NAME_LENGTH_MAX, PATH_SEGMENTS_MAX, type QueryField, valueAt } from '../rows/field.ts'
import { type QueryFault, pointerTo } from '../rows/filter.ts'

/**
 * The input of a job's runs: an input of a run whose texts have placeholders, which each row fills. `{{email}}` names a
 * field, `{{company.domain}}` a field within another or the column of that entire name, and `{{"First Name"}}` a field
 * whose name is written as in JSON.
 */
export interface RowTemplate {
  readonly members: readonly TemplateMember[]
  /** The fields that its placeholders name, each once, in the order of their first use. */
  readonly fields: readonly TemplateField[]
}

type TemplateField = Extract<QueryField, { kind: 'data' }>
type TemplateMember = readonly [name: string, part: RowTemplatePart]

export type RowTemplatePart =
  /** Without a placeholder within it. */
  | { readonly kind: 'constant'; readonly value: Json }
  /** One placeholder alone: the value keeps its type. */
  | { readonly kind: 'field'; readonly field: TemplateField }
  /** A longer text with placeholders. */
  | { readonly kind: 'text'; readonly pieces: readonly (string | TemplateField)[] }
  | { readonly kind: 'list'; readonly items: readonly RowTemplatePart[] }
  | { readonly kind: 'object'; readonly members: readonly TemplateMember[] }

export type ParsedTemplate =
  | { readonly ok: true; readonly template: RowTemplate }
  | { readonly ok: false; readonly faults: readonly QueryFault[] }

export type FilledRow =
  | { readonly ok: true; readonly input: JsonObject }
  | { readonly ok: false; readonly reason: string }

/** Many times the fields that an input has. */
export const PLACEHOLDERS_MAX = 200
/** Characters that the fields of a row put into an input: as many as a stored input may have bytes. */
export const FILLED_LENGTH_MAX = 262_144
/** As many as an answer lists. */
const FAULTS_MAX = 50

const PLACEHOLDER = /\{\{\s*(?:("(?:[^"\\]|\\.)*")|([^\s{}"]+))\s*\}\}/y
const WRITE_IT = 'write `{{field}}`, `{{company.domain}}` or `{{"First Name"}}`'

/** What a template collects while it is parsed. */
interface TemplateParse {
  readonly fields: Map<string, TemplateField>
  readonly faults: QueryFault[]
  placeholders: number
}

/** Parses an input once for all rows. Each fault has the JSON pointer of its member. */
export function parseTemplate(input: JsonObject): ParsedTemplate {
  const parse: TemplateParse = { fields: new Map(), faults: [], placeholders: 0 }
  const members = membersOf(input, [], parse)
  if (parse.placeholders > PLACEHOLDERS_MAX)
    parse.faults.push({ path: '', message: `must have at most ${PLACEHOLDERS_MAX} placeholders` })
  return parse.faults.length > 0
    ? { ok: false, faults: parse.faults.slice(0, FAULTS_MAX) }
    : { ok: true, template: { members, fields: [...parse.fields.values()] } }
}

/** The fields of a template that no row of these columns has. */
export function missingColumns({ fields }: RowTemplate, columns: readonly string[]): string[] {
  const known = new Set(columns)
  return fields
    .filter(({ name, path }) => !known.has(name) && (path === null || !known.has(path[0] ?? '')))
    .map(({ name }) => name)
}

/** The columns that alone fill a member of the input, with the member's name. */
export const mappedColumns = ({ members }: RowTemplate, columns: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    members.flatMap(([name, part]) =>
      part.kind === 'field' && columns.includes(part.field.name) ? [[part.field.name, name]] : [],
    ),
  )

const membersOf = (object: JsonObject, at: readonly string[], parse: TemplateParse): TemplateMember[] =>
  Object.entries(object).map(([name, value]): TemplateMember => {
    if (name.includes('{{')) fault(parse, [...at, name], 'has a placeholder in its name: only values have them')
    return [name, partOf(value, [...at, name], parse)]
  })

function partOf(value: Json, at: readonly string[], parse: TemplateParse): RowTemplatePart {
  if (typeof value === 'string') return textPart(value, at, parse)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return { kind: 'constant', value }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => partOf(item, [...at, String(index)], parse))
    return items.every(({ kind }) => kind === 'constant') ? { kind: 'constant', value } : { kind: 'list', items }
  }
  const members = membersOf(value, at, parse)
  return members.every(([, { kind }]) => kind === 'constant')
    ? { kind: 'constant', value }
    : { kind: 'object', members }
}

function textPart(text: string, at: readonly string[], parse: TemplateParse): RowTemplatePart {
  const pieces: (string | TemplateField)[] = []
  let from = 0
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    const placeholder = placeholderAt(text, open)
    if ('message' in placeholder) {
      fault(parse, at, placeholder.message)
      return { kind: 'constant', value: text }
    }
    if (open > from) pieces.push(text.slice(from, open))
    pieces.push(noted(placeholder.field, parse))
    from = placeholder.end
  }
  if (from < text.length) pieces.push(text.slice(from))
  const [only] = pieces
  if (pieces.length === 1 && typeof only === 'object') return { kind: 'field', field: only }
  return from === 0 ? { kind: 'constant', value: text } : { kind: 'text', pieces }
}

/** One object for each field, however often it is used. */
function noted(field: TemplateField, parse: TemplateParse): TemplateField {
  parse.placeholders += 1
  const key = `${field.path === null} ${field.name}`
  const known = parse.fields.get(key) ?? field
  parse.fields.set(key, known)
  return known
}

function fault({ faults }: TemplateParse, at: readonly string[], message: string): void {
  if (faults.length < FAULTS_MAX) faults.push({ path: pointerTo(...at), message })
}

type ReadPlaceholder = { readonly field: TemplateField; readonly end: number } | { readonly message: string }

function placeholderAt(text: string, open: number): ReadPlaceholder {
  PLACEHOLDER.lastIndex = open
  const [placeholder, quoted, bare = ''] = PLACEHOLDER.exec(text) ?? []
  const malformed = { message: `has a malformed placeholder at character ${open + 1}: ${WRITE_IT}` }
  if (placeholder === undefined) return malformed
  const name = quoted === undefined ? bare : unquoted(quoted)
  if (name === null || name === '') return malformed
  if (name.length > FIELD_NAME_LENGTH_MAX)
    return { message: `has a placeholder whose field has more than ${FIELD_NAME_LENGTH_MAX} characters` }
  const path = quoted === undefined && name.includes('.') ? name.split('.') : null
  if (path?.includes('') === true) return malformed
  if (path !== null && path.length > PATH_SEGMENTS_MAX)
    return { message: `has a placeholder more than ${PATH_SEGMENTS_MAX} names deep` }
  return { field: { kind: 'data', name, path }, end: open + placeholder.length }
}

function unquoted(text: string): string | null {
  try {
    const name: unknown = JSON.parse(text)
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}

/** A row while it fills a template, and how many characters it may still put in. */
interface RowFill {
  readonly row: JsonObject
  left: number
}

/**
 * The input of one row. A member or item whose placeholder's field is empty (missing, null, or nothing but spaces) is
 * left out, a longer text with one empty field too. Lists and objects within a longer text are there as JSON. Parts
 * without a placeholder are shared by all inputs: treat an input as read-only.
 */
export function fillRow({ members }: RowTemplate, row: JsonObject): FilledRow {
  const fill: RowFill = { row, left: FILLED_LENGTH_MAX }
  const input = filledMembers(members, fill)
  return fill.left < 0
    ? { ok: false, reason: `The fields of the row make an input of more than ${FILLED_LENGTH_MAX} characters.` }
    : { ok: true, input }
}

/** `Object.fromEntries` makes own members of all names, `__proto__` among them. */
const filledMembers = (members: readonly TemplateMember[], fill: RowFill): JsonObject =>
  Object.fromEntries(
    members.flatMap(([name, part]): [string, Json][] => {
      const value = filled(part, fill)
      return value === undefined ? [] : [[name, value]]
    }),
  )

function filled(part: RowTemplatePart, fill: RowFill): Json | undefined {
  switch (part.kind) {
    case 'constant':
      return part.value
    case 'field':
      return fieldValue(part.field, fill)
    case 'text':
      return filledText(part.pieces, fill)
    case 'list':
      return part.items.map((item) => filled(item, fill)).filter((value) => value !== undefined)
    case 'object':
      return filledMembers(part.members, fill)
  }
}

/** undefined: the field is empty, or the input is too large. */
function fieldValue(field: TemplateField, fill: RowFill): Json | undefined {
  const value = valueAt(fill.row, field)
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return undefined
  fill.left -= typeof value === 'object' ? JSON.stringify(value).length : String(value).length
  return fill.left < 0 ? undefined : value
}

function filledText(pieces: readonly (string | TemplateField)[], fill: RowFill): string | undefined {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    const value = fieldValue(piece, fill)
    if (value === undefined) return undefined
    text += typeof value === 'string' ? value : JSON.stringify(value)
  }
  return text
}
