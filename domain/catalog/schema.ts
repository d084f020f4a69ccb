import {
  ENUM_MAX,
  FIELDS_MAX,
  PROPERTIES_MAX,
  VALUE_LENGTH_MAX,
  type ValueDescription,
  type Fields,
} from './endpoint.ts'
import { listOf, memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import { resolve, type ReferenceReading } from './references.ts'

/** Compositions within compositions: deeper ones are cut, as cycles are. */
const DEPTH_MAX = 24

/** A schema with references, `allOf`, `oneOf` and `anyOf` merged into one. */
export interface Shape {
  readonly types: readonly string[]
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  readonly items: unknown
  readonly values: readonly unknown[]
  readonly format: string | null
  readonly default: unknown
}

const EMPTY: Shape = {
  types: [],
  properties: new Map(),
  required: new Set(),
  items: undefined,
  values: [],
  format: null,
  default: undefined,
}

/** `trail`: the references followed so far; a repeated one is a cycle and is cut. */
export function shapeOf(schema: unknown, reading: ReferenceReading, trail: readonly string[] = []): Shape {
  const node = recordOf(schema)
  if (node === null || trail.length > DEPTH_MAX) return EMPTY
  const reference = textOf(memberOf(node, '$ref'))
  if (reference !== null) {
    return trail.includes(reference)
      ? { ...EMPTY, types: ['object'] }
      : shapeOf(resolve(node, reading), reading, [...trail, reference])
  }
  const deeper = [...trail, `#${trail.length}`]
  const parts = (name: string): Shape[] => listOf(memberOf(node, name)).map((one) => shapeOf(one, reading, deeper))
  const all = parts('allOf').reduce(both, ownShape(node))
  return [parts('oneOf'), parts('anyOf')].reduce((shape, alternatives) => both(shape, either(alternatives)), all)
}

function ownShape(node: Unchecked): Shape {
  const type = memberOf(node, 'type')
  const constant = memberOf(node, 'const')
  return {
    types: (Array.isArray(type) ? type : [type]).filter(
      (one): one is string => typeof one === 'string' && one !== 'null',
    ),
    properties: new Map(Object.entries(recordOf(memberOf(node, 'properties')) ?? {})),
    required: new Set(listOf(memberOf(node, 'required')).filter((one) => typeof one === 'string')),
    items: memberOf(node, 'items'),
    values: constant === undefined ? listOf(memberOf(node, 'enum')) : [constant],
    format: textOf(memberOf(node, 'format')),
    default: memberOf(node, 'default'),
  }
}

/** The shape that satisfies both: every property, every requirement. */
function both(a: Shape, b: Shape): Shape {
  return {
    types: [...new Set([...a.types, ...b.types])],
    properties: new Map([...a.properties, ...b.properties]),
    required: new Set([...a.required, ...b.required]),
    items: a.items ?? b.items,
    values: a.values.length > 0 ? a.values : b.values,
    format: a.format ?? b.format,
    default: a.default ?? b.default,
  }
}

/** The shape that may satisfy one of them: every property, and only the requirements that all of them have. */
function either(alternatives: readonly Shape[]): Shape {
  const real = alternatives.filter(
    (one) => one.types.length > 0 || one.properties.size > 0 || one.values.length > 0 || one.required.size > 0,
  )
  if (real.length === 0) return EMPTY
  const [first = EMPTY] = real
  const merged = real.reduce(both)
  // Values bind only if every alternative lists its own.
  const values = real.every((one) => one.values.length > 0) ? [...new Set(real.flatMap((one) => one.values))] : []
  return {
    ...merged,
    values,
    required: new Set([...first.required].filter((name) => real.every((one) => one.required.has(name)))),
  }
}

/** The type as one word: `string`, `array`, `string|integer`, `any`. */
export function typeOf(shape: Shape): string {
  if (shape.types.length > 0) return shape.types.join('|')
  if (shape.properties.size > 0) return 'object'
  if (shape.items !== undefined) return 'array'
  const kinds = [...new Set(shape.values.filter((value) => value !== null).map((value) => typeof value))]
  return kinds.length === 1 && kinds[0] !== undefined ? kinds[0] : 'any'
}

/** One level: nested objects and arrays are named, not described. */
export function describeValue(schema: unknown, reading: ReferenceReading): ValueDescription {
  const shape = shapeOf(schema, reading)
  const type = typeOf(shape)
  const inner = type === 'array' ? shapeOf(shape.items, reading) : shape
  const values = (shape.values.length > 0 ? shape.values : inner.values).filter(isScalar).filter(isShort)
  const names = [...inner.properties.keys()]
  return {
    type,
    ...(type === 'array' && { items: typeOf(inner) }),
    ...(names.length > 0 && { fields: names.slice(0, FIELDS_MAX) }),
    ...(names.length > FIELDS_MAX && { omittedFields: names.length - FIELDS_MAX }),
    ...(values.length > 0 && { enum: values.slice(0, ENUM_MAX) }),
    ...(values.length > ENUM_MAX && { omittedValues: values.length - ENUM_MAX }),
    ...(shape.format !== null && isShort(shape.format) && { format: shape.format }),
    ...(isScalar(shape.default) && isShort(shape.default) && { default: shape.default }),
  }
}

/** The properties of an object, within the bound; required ones come first, so that the bound never cuts one. */
export function fieldsOf(shape: Shape, reading: ReferenceReading): Fields {
  const names = [...shape.properties.keys()]
  const ordered = [
    ...names.filter((name) => shape.required.has(name)),
    ...names.filter((name) => !shape.required.has(name)),
  ]
  const kept = ordered.slice(0, PROPERTIES_MAX)
  return {
    properties: Object.fromEntries(kept.map((name) => [name, describeValue(shape.properties.get(name), reading)])),
    required: [...shape.required].slice(0, PROPERTIES_MAX),
    ...(names.length > kept.length && { omitted: names.length - kept.length }),
  }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)
const isShort = (value: string | number | boolean): boolean => String(value).length <= VALUE_LENGTH_MAX
