import type { Json, JsonObject } from '../../domain/json/json.ts'

/** The part of an output's schema from which its reading is written. Every value may be null. */
interface Schema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** How values are read from an answer that names them as the capability does, and the values of one such answer. */
interface Reading<Sample extends Json = Json> {
  readonly code: string
  readonly sample: Sample
  /** The readers of `activities/providers/wire.ts` in the code. */
  readonly readers: readonly string[]
}

/** The members of an output as an object literal. `limited`: the list that is cut to the limit of the input. */
export function readingOf(schema: object, limited: string | null): Reading<JsonObject> {
  const { properties = {} }: Schema = JSON.parse(JSON.stringify(schema))
  const { simulated: _, ...members } = properties
  return objectReading(members, 'body', limited)
}

function objectReading(members: Readonly<Record<string, Schema>>, from: string, limited: string | null) {
  const all = Object.entries(members).map(([name, member]): [string, Reading] => {
    const schema = notNull(member)
    const count = name === limited ? 'limit' : String(schema.maxItems ?? 1)
    return [
      name,
      schema.items === undefined ? leaf(schema, from, name) : list(notNull(schema.items), count, from, name),
    ]
  })
  const read = all.filter(([, { readers }]) => readers.length > 0)
  return {
    code: `{ ${all.map(([name, { code }]) => `${name}: ${code}`).join(',\n')} }`,
    sample: Object.fromEntries(read.map(([name, { sample }]) => [name, sample])),
    readers: read.flatMap(([, { readers }]) => readers),
  }
}

const notNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

function list(item: Schema, count: string, from: string, name: string): Reading {
  const values = `${from}.${name}, ${count}`
  if (item.properties === undefined) {
    const { readers, sample } = leaf(item, from, name)
    return { code: `listOf(${values}).map(${readers.join('')})`, sample: [sample], readers: ['listOf', ...readers] }
  }
  const each = from === 'body' ? 'item' : 'part'
  const { code, sample, readers } = objectReading(item.properties, each, null)
  return {
    code: `objectsOf(${values}).map((${each}) => (${code}))`,
    sample: [sample],
    readers: ['objectsOf', ...readers],
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  domain: 'example.com',
  company: 'Example Works',
  name: 'Example Works',
  full_name: 'Robin Sample',
  first_name: 'Robin',
  last_name: 'Sample',
  linkedin_url: 'https://www.linkedin.com/in/robin-sample',
}
/** Of URLs and of dates (`domain/capabilities/fields.ts`). */
const LENGTHS: Readonly<Record<number, readonly [reader: string, sample: string]>> = {
  2048: ['urlOf', 'https://example.com/'],
  40: ['dateOf', '2026-01-31'],
}

function leaf(schema: Schema, from: string, name: string): Reading {
  const { type, format, minimum = 0, maximum, maxLength = 0 } = schema
  const by = (reader: string, sample: Json, more = ''): Reading => ({
    code: `${reader}(${from}.${name}${more})`,
    sample,
    readers: [reader],
  })
  if (type === 'boolean') return by('booleanOf', true)
  if (type === 'integer') return minimum === 1000 ? by('yearOf', 2010) : by('countOf', 12)
  if (type === 'number')
    return by('numberOf', 0.5, `, { min: ${minimum}${maximum === undefined ? '' : `, max: ${maximum}`} }`)
  if (format === 'email') return by('emailOf', 'robin.sample@example.com')
  if (schema.pattern !== undefined) return by('phoneOf', '+12025550123')
  const [reader, sample] = LENGTHS[maxLength] ?? ['textOf', 'Example']
  // A word of a fixed list, or an object: no reader fits.
  return type === 'string' && schema.enum === undefined
    ? by(reader, TEXTS[name] ?? sample)
    : { code: 'null', sample: null, readers: [] }
}
