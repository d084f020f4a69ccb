import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { listOf, memberOf, recordOf, textOf, type Unchecked } from '../../domain/catalog/reading.ts'
import { resolve } from '../../domain/catalog/references.ts'

/** Which answer of a document: `GET /email-finder 200`. */
export type Answer = `${string} /${string} ${number}`

/**
 * The JSON Schema of one answer, with everything that it refers to; null where the document describes none. It differs
 * from the document's own in two ways. Null may be any type, because these documents rarely state what may be absent.
 * An object with described members has no others, unless the document allows them. `strictly`: with formats, patterns
 * and bounds, and only for this value: members that it does not have are left out, which keeps large documents fast to
 * check.
 */
export function responseSchema(
  root: Unchecked,
  answer: Answer,
  strictly?: { readonly value: unknown },
): Unchecked | null {
  const [method = '', path = '', status = ''] = answer.split(' ')
  const operation = recordOf(memberOf(recordOf(memberOf(recordOf(root['paths']), path)), method.toLowerCase()))
  const responses = recordOf(memberOf(operation, 'responses'))
  const response = resolve(
    memberOf(responses, status) ?? memberOf(responses, `${status.charAt(0)}XX`) ?? memberOf(responses, 'default'),
    { root, warnings: new Set() },
  )
  // Swagger 2.0 has the schema there, OpenAPI 3 one for each media type.
  const schema = memberOf(response, 'schema') ?? jsonSchemaOf(recordOf(memberOf(response, 'content')))
  return recordOf(schema) === null
    ? null
    : converted(root, schema, strictly === undefined ? null : namesIn(strictly.value))
}

function jsonSchemaOf(content: Unchecked | null): unknown {
  const [, media] =
    Object.entries(content ?? {}).find(([type]) => /^application\/(?:[\w.+-]+\+)?json\b/.test(type)) ?? []
  return memberOf(recordOf(media), 'schema')
}

function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  for (const one of listOf(value)) namesIn(one, names)
  for (const [name, member] of Object.entries(recordOf(value) ?? {})) namesIn(member, names.add(name))
  return names
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const BRANCHES = ['allOf', 'anyOf', 'oneOf'] as const
/** OpenAPI 3.0 writes the exclusive ones as true or false. */
const BOUNDS = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'multipleOf',
] as const
const NULL = { type: 'null' }

function converted(root: Unchecked, schema: unknown, present: ReadonlySet<string> | null): Unchecked {
  const conversion = new Conversion(root, present)
  const top = conversion.convert(schema, true)
  return { ...top, $defs: conversion.definitions }
}

/** One answer's schema, with the definitions that it refers to. */
class Conversion {
  readonly definitions: Record<string, Unchecked> = {}
  readonly #root: Unchecked
  readonly #present: ReadonlySet<string> | null
  readonly #names = new Map<string, string>()

  /** `present`: the names of the members that the value has; null: all, and without bounds. */
  constructor(root: Unchecked, present: ReadonlySet<string> | null) {
    this.#root = root
    this.#present = present
  }

  /** `isComplete`: the schema is complete, so it refuses members that no part of it describes. */
  convert(node: unknown, isComplete: boolean): Unchecked {
    const own = recordOf(node)
    if (own === null) return {}
    const reference = textOf(memberOf(own, '$ref'))
    if (reference !== null) return { $ref: `#/$defs/${this.#define(own, `${reference} ${isComplete}`, isComplete)}` }
    const kinds = isComplete ? recordOf(memberOf(recordOf(memberOf(own, 'discriminator')), 'mapping')) : null
    if (kinds !== null) return { anyOf: Object.entries(kinds).map(([kind, place]) => this.#ofKind(own, kind, place)) }
    const choice = isComplete && isChoice(own)
    const closed = isComplete && !choice && describes(this.#root, own) && isOpenByDefault(own)
    return {
      ...scalars(own),
      ...(this.#present === null ? {} : boundsOf(own)),
      ...this.#members(own, isComplete),
      ...this.#branches(own, choice),
      ...(closed && { unevaluatedProperties: false }),
    }
  }

  /** A value is one of its kinds, the one that it names. */
  #ofKind(own: Unchecked, kind: string, place: unknown): Unchecked {
    const member = String(memberOf(recordOf(memberOf(own, 'discriminator')), 'propertyName'))
    return { ...this.convert({ $ref: place }, true), properties: { [member]: { const: kind } } }
  }

  #define(own: Unchecked, key: string, isComplete: boolean): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = `d${this.#names.size}`
    this.#names.set(key, name)
    // Set before it is made, because a schema may refer to itself.
    this.definitions[name] = {}
    this.definitions[name] = this.convert(resolve(own, { root: this.#root, warnings: new Set() }), isComplete)
    return name
  }

  #orNull(node: unknown): Unchecked {
    return { anyOf: [NULL, this.convert(node, true)] }
  }

  /** A part of an `allOf` refuses no members: the other parts have theirs. */
  #members(own: Unchecked, isComplete: boolean): Unchecked {
    const properties = recordOf(memberOf(own, 'properties'))
    const additional = memberOf(own, 'additionalProperties')
    const items = memberOf(own, 'items')
    return {
      ...(properties !== null && {
        properties: Object.fromEntries(
          Object.entries(properties)
            .filter(([name]) => this.#present?.has(name) ?? true)
            .map(([name, property]) => [name, this.#orNull(property)]),
        ),
      }),
      ...(items !== undefined && { items: this.#orNull(items) }),
      ...(additional !== undefined &&
        (isComplete || additional !== false) && {
          additionalProperties: typeof additional === 'boolean' ? additional : this.#orNull(additional),
        }),
    }
  }

  /** `choice`: each alternative is separate. */
  #branches(own: Unchecked, choice: boolean): Unchecked {
    const stated = BRANCHES.filter((keyword) => listOf(memberOf(own, keyword)).length > 0)
    return Object.fromEntries(
      stated.map((keyword) => [
        keyword === 'oneOf' ? 'anyOf' : keyword,
        listOf(memberOf(own, keyword)).map((branch) => this.convert(branch, choice)),
      ]),
    )
  }
}

const boundsOf = (own: Unchecked): Unchecked =>
  Object.fromEntries(BOUNDS.flatMap((name) => (memberOf(own, name) === undefined ? [] : [[name, memberOf(own, name)]])))

/** States nothing of members that it does not describe. */
const isOpenByDefault = (own: Unchecked): boolean =>
  memberOf(own, 'additionalProperties') === undefined && memberOf(own, 'patternProperties') === undefined

/** Whether it lists its members: itself, in one part of it, or in each of its alternatives. */
function describes(root: Unchecked, node: unknown, depth = 0): boolean {
  const DEPTH_MAX = 16
  const own = depth > DEPTH_MAX ? null : resolve(node, { root, warnings: new Set() })
  if (own === null) return false
  const [parts = [], ...alternatives] = BRANCHES.map((keyword) => listOf(memberOf(own, keyword)))
  const closedAlternatives = alternatives
    .filter((list) => list.length > 0)
    .map((list) => list.every((branch) => describes(root, branch, depth + 1)))
  if (closedAlternatives.includes(false)) return false
  return (
    Object.keys(recordOf(memberOf(own, 'properties')) ?? {}).length > 0 ||
    parts.some((part) => describes(root, part, depth + 1)) ||
    closedAlternatives.length > 0
  )
}

/** Nothing but one of several others. */
const isChoice = (own: Unchecked): boolean =>
  memberOf(own, 'properties') === undefined &&
  memberOf(own, 'allOf') === undefined &&
  [...listOf(memberOf(own, 'anyOf')), ...listOf(memberOf(own, 'oneOf'))].length > 0

function scalars(own: Unchecked): Unchecked {
  const types = [memberOf(own, 'type')].flat().filter((type) => typeof type === 'string' && TYPES.has(type))
  const values = listOf(memberOf(own, 'enum'))
  const required = listOf(memberOf(own, 'required')).filter((name) => typeof name === 'string')
  // For a list, some documents have the allowed items in the wrong place.
  const enumerated = values.length > 0 && !types.includes('array') && !types.includes('object')
  return {
    ...(types.length > 0 && { type: types }),
    ...(enumerated && { enum: [...values, null] }),
    ...(required.length > 0 && { required }),
    ...(memberOf(own, 'const') !== undefined && { const: memberOf(own, 'const') }),
  }
}

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
const strictAjv = new Ajv2020({
  allErrors: true,
  strict: false,
  logger: false,
  inlineRefs: false,
  code: { optimize: false },
})
addFormats.default(strictAjv)
/** What every failing alternative reports in addition to the error. */
const NOISE = new Set(['must be null', 'must match a schema in anyOf'])

/** The faults of a value by the document; empty without any. */
export function faultsOf(schema: Unchecked, value: unknown, mode: 'types' | 'strictly' = 'types'): string[] {
  const validate = (mode === 'types' ? ajv : strictAjv).compile(schema)
  validate(value)
  const errors = (validate.errors ?? []).filter(({ message }) => !NOISE.has(message ?? ''))
  // A faulty member also counts as one that no part describes, and so do all around it.
  const own = errors.filter(({ keyword }) => keyword !== 'unevaluatedProperties')
  return [
    ...new Set(
      (own.length > 0 ? own : errors).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      ),
    ),
  ]
}
