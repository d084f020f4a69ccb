import type { ErrorObject } from 'ajv/dist/2020.js'
import { patternText, isNullSchema, kindText, requiredText, nearest, formatText } from './schema-texts.ts'

export interface ValidationFault {
  /** JSON pointer to the member at fault, the unknown or missing one itself included. */
  readonly path: string
  readonly message: string
}

export type RequestPart = 'body' | 'query' | 'path' | 'header'

interface Wording {
  readonly place: RequestPart
  readonly prefix: string
}

/** Errors are compared with each other, so their number is limited: five times the faults that are answered. */
const ERRORS_MAX = 250

/** Turns ajv's errors into faults that a person understands: one per mistake, in the order of the schema. */
export function explain(reported: readonly ErrorObject[], wording: Wording): ValidationFault[] {
  const errors = firstOf(reported)
  const unions = errors.filter(isOfUnion)
  const outermost = unions.filter((error) => !unions.some((other) => isWithin(error, other)))
  const faults = errors
    .filter((error) => !unions.includes(error) && !outermost.some((union) => isWithin(error, union)))
    .filter((error) => error.keyword !== 'if')
    .map((error) => explainOne(error, wording))
  for (const union of outermost) {
    faults.push(
      ...explainUnion(
        union,
        errors.filter((error) => isWithin(error, union)),
        wording,
      ),
    )
  }
  return unique(faults)
}

const isOfUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf'

/**
 * The first errors. Errors inside a union are reported before the union itself: a union that the limit would cut apart
 * is reported as a whole.
 */
function firstOf(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept = errors.slice(0, ERRORS_MAX)
  const last = kept.at(-1)
  const cut =
    last === undefined
      ? undefined
      : errors.slice(ERRORS_MAX).findLast((error) => isOfUnion(error) && isWithin(last, error))
  return cut === undefined ? kept : [...kept.filter((error) => !isWithin(error, cut)), cut]
}

/** Whether an error was reported inside one of a union's branches, for the same value or a part of it. */
function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))
  )
}

/**
 * A union fails once per branch. The caller wants one answer: the alternatives when each lacks members, otherwise the
 * faults of the intended branch.
 */
function explainUnion(union: ErrorObject, inside: readonly ErrorObject[], wording: Wording): ValidationFault[] {
  const branches: readonly unknown[] = Array.isArray(union.schema) ? union.schema : []
  const path = wording.prefix + union.instancePath
  const needs = branches.map(requiredText)
  if (needs.every((need) => need !== null)) return [{ path, message: `needs one of: ${needs.join('; ')}` }]

  const failures = branches.map((_, index) =>
    inside.filter((error) => error.schemaPath.startsWith(`${union.schemaPath}/${index}/`)),
  )
  const meant = failures
    .filter((_, index) => !isNullSchema(branches[index]))
    .filter((errors) => errors.length > 0 && !errors.some((error) => isOtherKind(error, union.instancePath)))
    .toSorted((left, right) => left.length - right.length)
  const [closest] = meant
  if (closest !== undefined) return explain(closest, wording)
  return [{ path, message: `must be ${branches.map(kindText).join(' or ')}` }]
}

const isOtherKind = (error: ErrorObject, instancePath: string): boolean =>
  error.instancePath === instancePath && ['type', 'enum', 'const'].includes(error.keyword)

function explainOne(error: ErrorObject, wording: Wording): ValidationFault {
  const at = wording.prefix + error.instancePath
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownMember(error, at, wording.place)
    case 'required':
      return { path: `${at}/${escapePointer(text(error, 'missingProperty'))}`, message: 'is required' }
    case 'dependentRequired':
      return {
        path: `${at}/${escapePointer(text(error, 'missingProperty'))}`,
        message: `is required together with \`${text(error, 'property')}\``,
      }
    default:
      return { path: at, message: messageOf(error, wording.place) }
  }
}

function unknownMember(error: ErrorObject, at: string, place: RequestPart): ValidationFault {
  const member = text(error, error.keyword === 'additionalProperties' ? 'additionalProperty' : 'unevaluatedProperty')
  const [namePattern] = Object.keys(objectOf(error.parentSchema?.patternProperties))
  if (namePattern !== undefined)
    return { path: `${at}/${escapePointer(member)}`, message: `has a name that must ${patternText(namePattern)}` }
  const known = Object.keys(objectOf(error.parentSchema?.properties))
  const meant = nearest(member, known)
  const suggestion = meant === null ? '' : `; did you mean \`${meant}\`?`
  const what = place === 'query' ? 'query parameter' : 'member'
  return { path: `${at}/${escapePointer(member)}`, message: `is not a known ${what}${suggestion}` }
}

function messageOf(error: ErrorObject, place: RequestPart): string {
  const limit = text(error, 'limit')
  const one = limit === '1'
  switch (error.keyword) {
    case 'type':
      return place === 'query' && Array.isArray(error.data)
        ? 'must be given once'
        : `must be ${kindText({ type: error.schema })}`
    case 'enum':
    case 'const':
      return `must be ${kindText(error.parentSchema)}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'exclusiveMinimum':
      return `must be more than ${limit}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}`
    case 'multipleOf':
      return `must be a multiple of ${text(error, 'multipleOf')}`
    case 'minLength':
      return one ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return one ? 'must not be empty' : `must have at least ${limit} items`
    case 'maxItems':
      return `must have at most ${limit} items`
    case 'minProperties':
      return one ? 'must have at least one member' : `must have at least ${limit} members`
    case 'maxProperties':
      return `must have at most ${limit} members`
    case 'uniqueItems':
      return 'must not hold the same item twice'
    case 'pattern':
      return `must ${patternText(text(error, 'pattern'))}${example(error)}`
    case 'format':
      return `must be ${formatText(text(error, 'format'))}${example(error)}`
    case 'propertyNames':
      return `must not have a member named \`${text(error, 'propertyName')}\``
    case 'contains':
      return 'lacks a required item'
    case 'not':
    case 'false schema':
      return 'is not allowed here'
    default:
      return error.message ?? 'is not valid'
  }
}

/** A pattern says little to people; the schema's first example shows what it means. */
function example(error: ErrorObject): string {
  const examples: unknown = error.parentSchema?.examples
  return Array.isArray(examples) && examples.length > 0 ? ` (for example ${JSON.stringify(examples[0])})` : ''
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** One of ajv's parameters for an error, as text. */
function text(error: ErrorObject, parameter: string): string {
  const value: unknown = Object.getOwnPropertyDescriptor(error.params, parameter)?.value
  return value === undefined ? '' : String(value)
}

export const escapePointer = (member: string): string => member.replaceAll('~', '~0').replaceAll('/', '~1')

const unique = (faults: readonly ValidationFault[]): ValidationFault[] =>
  faults.filter(
    (fault, index) =>
      faults.findIndex((other) => other.path === fault.path && other.message === fault.message) === index,
  )
