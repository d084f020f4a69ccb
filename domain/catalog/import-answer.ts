import {
  ANSWER_DEPTH_MAX,
  ANSWER_FORMATS,
  ANSWER_MEMBERS_MAX,
  ANSWER_NODES_MAX,
  writeScalar,
  type AnswerFormat,
  type AnswerShape,
  type ScalarType,
} from './answer-shape.ts'
import { describedBy, type AnswerReading, type DescribedValue } from './answer-schema.ts'
import { VALUE_LENGTH_MAX } from './endpoint.ts'
import { memberOf, recordOf, type Unchecked } from './reading.ts'
import { resolve, type ReferenceReading } from './references.ts'

/** The answer of a successful operation; null if the document describes no JSON. */
export function answerOf(operation: Unchecked, path: string, documentReading: ReferenceReading): AnswerShape | null {
  const reading = { ...documentReading, segments: path.split('/') }
  const responses = recordOf(memberOf(operation, 'responses')) ?? {}
  for (const status of successes(Object.keys(responses))) {
    const schema = schemaOf(resolve(responses[status], reading))
    const made = schema === null ? null : shapeOf(schema, { depth: 0, nodes: ANSWER_NODES_MAX, trail: [] }, reading)
    // A single word does not help a reader.
    if (made !== null && made.shape !== 'any' && made.nodes > 0) return made.shape
  }
  return null
}

/** Some documents describe only a default answer, and mean the success. */
function successes(statuses: readonly string[]): readonly string[] {
  const found = statuses.filter((status) => /^2(?:\d\d|XX)$/i.test(status)).toSorted()
  return found.length > 0 ? found : statuses.filter((status) => status === 'default')
}

/** OpenAPI 3 has a schema for each media type, Swagger 2.0 one at the answer itself. */
function schemaOf(response: Unchecked | null): Unchecked | null {
  const [, media] =
    Object.entries(recordOf(memberOf(response, 'content')) ?? {}).find(([type]) =>
      /^application\/(?:[\w.+-]+\+)?json\b/i.test(type),
    ) ?? []
  return recordOf(memberOf(recordOf(media), 'schema')) ?? recordOf(memberOf(response, 'schema'))
}

interface Room {
  /** How many objects contain it. */
  readonly depth: number
  /** How many members and items it may have, over all levels. */
  readonly nodes: number
  readonly trail: readonly string[]
}

interface Made {
  readonly shape: AnswerShape
  readonly nodes: number
}

/** null: there is no room for it, or it contains itself. */
function shapeOf(schema: unknown, room: Room, reading: AnswerReading): Made | null {
  const described = describedBy(schema, reading, room.trail)
  if (described === null) return null
  const inner = { ...room, trail: described.trail }
  if (described.type === 'array') return listShape(described, inner, reading)
  if (described.type === 'object' || described.properties.size > 0) return objectShape(described, inner, reading)
  return { shape: scalarOf(described), nodes: 1 }
}

function listShape({ items }: DescribedValue, room: Room, reading: AnswerReading): Made {
  const item =
    room.nodes > 1 && recordOf(items) !== null ? shapeOf(items, { ...room, nodes: room.nodes - 1 }, reading) : null
  return item === null ? { shape: [], nodes: 1 } : { shape: [item.shape], nodes: 1 + item.nodes }
}

/** A member that describes an error: no part of a success unless the document requires it. */
const FAULT = /^(?:errors?|error_?(?:message|code|details?))$/i

/**
 * Required members come first, whatever the room: an answer without them is invalid. Optional members follow as far as
 * there is room; the remaining room is shared evenly, so that one large member does not push out those after it.
 */
function objectShape({ properties, required, trail }: DescribedValue, room: Room, reading: AnswerReading): Made | null {
  const inside = room.depth < ANSWER_DEPTH_MAX && room.nodes > 1
  const needed = [...properties.keys()].filter((name) => required.has(name))
  const optional = [...properties.keys()].filter(
    (name) => !required.has(name) && !FAULT.test(name) && name.length <= VALUE_LENGTH_MAX,
  )
  const space = Math.min(ANSWER_MEMBERS_MAX, room.nodes - 1) - needed.length
  const names = inside && space > 0 ? [...needed, ...optional.slice(0, space)] : needed
  if (names.length === 0 && properties.size > 0 && !inside) return null
  let left = Math.max(room.nodes - 1 - names.length, 0)
  let nodes = 0
  const members: [string, AnswerShape][] = []
  for (const [index, name] of names.entries()) {
    const share = Math.floor(left / (names.length - index))
    const made =
      shapeOf(properties.get(name), { depth: room.depth + 1, nodes: 1 + share, trail }, reading) ??
      (required.has(name) ? { shape: {}, nodes: 1 } : null)
    if (made === null) continue
    members.push([name, made.shape])
    left = Math.max(left - (made.nodes - 1), 0)
    nodes += made.nodes
  }
  return { shape: inDocumentOrder(members, properties), nodes: nodes + 1 }
}

function inDocumentOrder(
  members: readonly [string, AnswerShape][],
  properties: ReadonlyMap<string, unknown>,
): AnswerShape {
  const made = new Map(members)
  return Object.fromEntries(
    [...properties.keys()].flatMap((name): [string, AnswerShape][] => {
      const shape = made.get(name)
      return shape === undefined ? [] : [[name, shape]]
    }),
  )
}

const TYPES: ReadonlySet<string> = new Set<ScalarType>(['string', 'integer', 'number', 'boolean', 'null'])
const isScalarType = (name: string | null): name is ScalarType => name !== null && TYPES.has(name)
/** Other names of formats that occur in documents. */
const FORMAT_NAMES: Readonly<Record<string, AnswerFormat>> = {
  url: 'uri',
  datetime: 'date-time',
  domain: 'hostname',
  ip: 'ipv4',
  'uri-reference': 'uri',
  iso8601: 'date-time',
}

function scalarOf({ type, values, format, pattern, least, most }: DescribedValue): string {
  const value =
    values.find((one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') ??
    fitting(pattern)
  const kind = isScalarType(type) ? type : value === undefined ? 'any' : kindOf(value)
  if (value !== undefined && String(value).length <= VALUE_LENGTH_MAX) return writeScalar({ type: kind, value })
  const known =
    kind === 'string' ? (ANSWER_FORMATS.find((one) => one === format) ?? FORMAT_NAMES[format ?? '']) : undefined
  const bounded = kind === 'string' || kind === 'integer' || kind === 'number'
  return writeScalar({
    type: kind,
    ...(known !== undefined && { format: known }),
    // A text that may be empty or of any usual length needs no bound.
    ...(bounded && least !== null && (kind !== 'string' || least > 1) && { least }),
    ...(bounded && most !== null && (kind !== 'string' || most < VALUE_LENGTH_MAX) && { most }),
  })
}

/**
 * Texts that satisfy the patterns of documents: versions, prices, codes, addresses, digests. The first one that fits is
 * used.
 */
const PATTERN_TEXTS = [
  'sample',
  'Sample',
  'SAMPLE',
  'US',
  'USD',
  '1',
  '1.0',
  '1.0.1',
  '$1.00',
  '2024-01-31',
  '2024-01-31T00:00:00Z',
  '0001',
  '0000320193',
  '+14155550100',
  `0x${'0'.repeat(40)}`,
  '0'.repeat(64),
] as const

function fitting(pattern: string | null): string | undefined {
  if (pattern === null) return undefined
  try {
    const expression = new RegExp(pattern, 'u')
    return PATTERN_TEXTS.find((text) => expression.test(text))
  } catch {
    // A pattern of another dialect is ignored.
    return undefined
  }
}

const kindOf = (value: string | number | boolean): ScalarType =>
  typeof value === 'string'
    ? 'string'
    : typeof value === 'boolean'
      ? 'boolean'
      : Number.isInteger(value)
        ? 'integer'
        : 'number'
