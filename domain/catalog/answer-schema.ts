import { listOf, memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import { resolve, type ReferenceReading } from './references.ts'

/** Compositions within compositions: deeper ones are cut. */
const COMPOSED_MAX = 24

/**
 * A response schema as one of its values would be: references and `allOf` merged into one, and the first of several
 * alternatives.
 */
export interface DescribedValue {
  readonly type: string | null
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  readonly items: unknown
  readonly values: readonly unknown[]
  readonly format: string | null
  readonly pattern: string | null
  readonly least: number | null
  readonly most: number | null
  /** The references followed so far: a repeated one is a cycle. */
  readonly trail: readonly string[]
}

const NOTHING: DescribedValue = {
  type: null,
  properties: new Map(),
  required: new Set(),
  items: undefined,
  values: [],
  format: null,
  pattern: null,
  least: null,
  most: null,
  trail: [],
}

/** An import while it reads the answer of one path. */
export interface AnswerReading extends ReferenceReading {
  /** The segments of the path: they select one of several kinds of an object. */
  readonly segments: readonly string[]
}

/** null: a cycle, or compositions without an end. */
export function describedBy(
  schema: unknown,
  reading: AnswerReading,
  trail: readonly string[],
  composed = 0,
): DescribedValue | null {
  const node = recordOf(schema)
  if (node === null) return { ...NOTHING, trail }
  const reference = textOf(memberOf(node, '$ref'))
  if (composed > COMPOSED_MAX || (reference !== null && trail.includes(reference))) return null
  if (reference !== null) return describedBy(resolve(node, reading), reading, [...trail, reference], composed + 1)
  const kind = kindOf(node, reading, trail)
  if (kind !== null)
    return asKind(
      kind.place === null
        ? composedOf(node, reading, trail, composed)
        : describedBy({ $ref: kind.place }, reading, kind.trail, composed + 1),
      kind,
    )
  return composedOf(node, reading, trail, composed)
}

/** The object's own members, and those of its parts. */
function composedOf(
  node: Unchecked,
  reading: AnswerReading,
  trail: readonly string[],
  composed: number,
): DescribedValue | null {
  const first = (name: string): unknown[] =>
    listOf(memberOf(node, name))
      .filter((one) => memberOf(recordOf(one), 'type') !== 'null')
      .slice(0, 1)
  const parts = [...listOf(memberOf(node, 'allOf')), ...first('oneOf'), ...first('anyOf')]
  return parts.reduce<DescribedValue | null>(
    (so, part) => {
      const other = so === null ? null : describedBy(part, reading, trail, composed + 1)
      return so === null || other === null ? null : both(so, other)
    },
    own(node, trail),
  )
}

interface Kind {
  readonly member: string
  readonly name: string
  /** null: the document names the kind and does not describe it. */
  readonly place: string | null
  readonly trail: readonly string[]
}

/**
 * For an object with several kinds: the kind that the path names, else the first described one, else the first. A kind
 * that includes the object does not lead back to it.
 */
function kindOf(node: Unchecked, { root, segments }: AnswerReading, trail: readonly string[]): Kind | null {
  const discriminator = recordOf(memberOf(node, 'discriminator'))
  const member = textOf(memberOf(discriminator, 'propertyName'))
  const kinds = Object.entries(recordOf(memberOf(discriminator, 'mapping')) ?? {}).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[1].startsWith('#/'),
  )
  const isDescribed = (place: string): boolean => resolve({ $ref: place }, { root, warnings: new Set() }) !== null
  const [name, place] =
    kinds.find(([one]) => segments.includes(one)) ?? kinds.find(([, one]) => isDescribed(one)) ?? kinds[0] ?? []
  const mark = `kind ${place}`
  if (member === null || name === undefined || place === undefined || trail.includes(mark)) return null
  return { member, name, place: isDescribed(place) ? place : null, trail: [...trail.slice(0, -1), mark] }
}

function asKind(described: DescribedValue | null, { member, name }: Kind): DescribedValue | null {
  return described === null
    ? null
    : { ...described, properties: new Map([...described.properties, [member, { const: name }]]) }
}

function own(node: Unchecked, trail: readonly string[]): DescribedValue {
  const type = [memberOf(node, 'type')].flat().filter((one) => typeof one === 'string')
  const constant = memberOf(node, 'const')
  const properties = Object.entries(recordOf(memberOf(node, 'properties')) ?? {})
  const named = type.find((one) => one !== 'null') ?? type[0] ?? null
  const text = named === 'string'
  return {
    type:
      named ??
      (properties.length > 0 || recordOf(memberOf(node, 'additionalProperties')) !== null
        ? 'object'
        : memberOf(node, 'items') === undefined
          ? null
          : 'array'),
    properties: new Map(properties),
    required: new Set(listOf(memberOf(node, 'required')).filter((one) => typeof one === 'string')),
    items: memberOf(node, 'items'),
    values: constant === undefined ? listOf(memberOf(node, 'enum')) : [constant],
    format: textOf(memberOf(node, 'format')),
    pattern: textOf(memberOf(node, 'pattern')),
    least: numberOf(memberOf(node, text ? 'minLength' : 'minimum') ?? memberOf(node, 'exclusiveMinimum')),
    most: numberOf(memberOf(node, text ? 'maxLength' : 'maximum')),
    trail,
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

function both(a: DescribedValue, b: DescribedValue): DescribedValue {
  // The narrower of two bounds.
  const type = a.type === 'number' && b.type === 'integer' ? b.type : (a.type ?? b.type)
  return {
    type,
    properties: new Map([...a.properties, ...b.properties]),
    required: new Set([...a.required, ...b.required]),
    items: a.items ?? b.items,
    values: a.values.length > 0 ? a.values : b.values,
    format: a.format ?? b.format,
    pattern: a.pattern ?? b.pattern,
    least: a.least ?? b.least,
    most: a.most ?? b.most,
    trail: [...new Set([...a.trail, ...b.trail])],
  }
}
