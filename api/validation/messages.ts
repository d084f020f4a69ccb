import type { ErrorObject } from 'ajv/dist/2020.js'
import {
  exampleText,
  meantWord,
  messageOf,
  objectOf,
  parameterOf,
  type RequestPart,
  whatIsMissing,
} from './fault-text.ts'
import { patternText } from './pattern-texts.ts'
import { eitherOf, isNullSchema, nearest, requiredText, unionText } from './schema-texts.ts'

export type { RequestPart } from './fault-text.ts'

export interface ValidationFault {
  /** JSON pointer to the member at fault, the unknown or missing one itself included. */
  readonly path: string
  readonly message: string
  /** The known name that was probably meant. */
  readonly meant?: string
}

interface Wording {
  readonly place: RequestPart
  readonly prefix: string
}

/** Errors are compared with each other, so their number is limited: five times the faults that are answered. */
const ERRORS_MAX = 250

/** Turns ajv's errors into faults that a person understands: one per mistake, in the order of the schema. */
export function explain(reported: readonly ErrorObject[], wording: Wording): ValidationFault[] {
  const first = firstOf(reported)
  const errors = first.filter((error) => !isSecondOfText(error, first))
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

/** A text of a wrong length has a wrong form too: one fault is enough. */
function isSecondOfText({ keyword, instancePath, schemaPath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (keyword !== 'pattern' && keyword !== 'format') return false
  const place = schemaPath.slice(0, -keyword.length)
  return all.some(
    (other) => other.instancePath === instancePath && LENGTHS.some((length) => other.schemaPath === place + length),
  )
}
const LENGTHS = ['minLength', 'maxLength'] as const

const isOfUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf'

/**
 * The first errors. Errors inside a union are reported before the union itself: a union that the limit would cut apart
 * is reported as one fault.
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
  if (needs.every((need) => need !== null)) return [{ path, message: `is incomplete: it needs ${alternatives(needs)}` }]

  // Who wrote the members of a branch means that one, whatever else is wrong in it.
  const parts = ({ keyword, instancePath }: ErrorObject): boolean =>
    instancePath === union.instancePath && ['required', 'additionalProperties'].includes(keyword)
  const failures = branches.map((_, index) =>
    inside.filter((error) => error.schemaPath.startsWith(`${union.schemaPath}/${index}/`)),
  )
  const meant = failures
    .filter((_, index) => !isNullSchema(branches[index]))
    .filter((errors) => errors.length > 0 && !errors.some((error) => isOtherKind(error, union.instancePath)))
    .toSorted((left, right) => left.filter(parts).length - right.filter(parts).length || left.length - right.length)
  const [closest] = meant
  if (closest !== undefined) return explain(closest, wording)
  return [{ path, message: `must be ${unionText(branches)}${exampleText(union)}` }]
}

/** "`email`, or `full_name` and `domain`": a comma parts alternatives of several members. */
const alternatives = (needs: readonly string[]): string =>
  needs.some((need) => need.includes(' ')) ? needs.join(', or ') : eitherOf(needs)

const isOtherKind = (error: ErrorObject, instancePath: string): boolean =>
  error.instancePath === instancePath && ['type', 'enum', 'const'].includes(error.keyword)

function explainOne(error: ErrorObject, wording: Wording): ValidationFault {
  const at = wording.prefix + error.instancePath
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownMember(error, at, wording.place)
    case 'required':
      return {
        path: `${at}/${escapePointer(parameterOf(error, 'missingProperty'))}`,
        message: `is required${whatIsMissing(error, wording.place)}`,
      }
    case 'dependentRequired':
      return {
        path: `${at}/${escapePointer(parameterOf(error, 'missingProperty'))}`,
        message: `is required together with \`${parameterOf(error, 'property')}\``,
      }
    default:
      return { path: at, message: messageOf(error, wording.place), ...meantOf(error) }
  }
}

const meantOf = (error: ErrorObject): Pick<ValidationFault, 'meant'> => {
  const meant = error.keyword === 'enum' ? meantWord(error) : null
  return meant === null ? {} : { meant }
}

function unknownMember(error: ErrorObject, at: string, place: RequestPart): ValidationFault {
  const member = parameterOf(
    error,
    error.keyword === 'additionalProperties' ? 'additionalProperty' : 'unevaluatedProperty',
  )
  const [namePattern] = Object.keys(objectOf(error.parentSchema?.patternProperties))
  if (namePattern !== undefined)
    return {
      path: `${at}/${escapePointer(member)}`,
      message: `has a name that must ${patternText(namePattern) ?? 'be another one'}`,
    }
  const known = Object.keys(objectOf(error.parentSchema?.properties))
  const meant = nearest(member, known)
  const suggestion = meant === null ? '' : `; did you mean \`${meant}\`?`
  const what = place === 'query' ? 'query parameter' : 'member'
  return {
    path: `${at}/${escapePointer(member)}`,
    message: `is not a known ${what}${suggestion}`,
    ...(meant !== null && { meant }),
  }
}

export const escapePointer = (member: string): string => member.replaceAll('~', '~0').replaceAll('/', '~1')

const unique = (faults: readonly ValidationFault[]): ValidationFault[] =>
  faults.filter(
    (fault, index) =>
      faults.findIndex((other) => other.path === fault.path && other.message === fault.message) === index,
  )
