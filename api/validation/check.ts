import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../../domain/errors/codes.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { Problem } from '../errors/problem.ts'
import { explain, type ValidationFault, type RequestPart } from './messages.ts'

export type { ValidationFault, RequestPart } from './messages.ts'

/** Enough to correct a request; a hostile body must not produce an answer of megabytes. */
const FAULTS_MAX = 50

/**
 * Ajv makes an object for every error, and a message is made of it: of a larger body it reports only the first error.
 */
const VALUES_MAX = 1_000

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly ValidationFault[] }

export interface CheckOptions {
  /**
   * The value's place in the request: it decides the wording of the messages, and everything but a body is coerced from
   * text.
   */
  readonly place?: RequestPart
  /** JSON pointer to put before every path, for a value inside the body (`/input`). */
  readonly prefix?: string
}

interface Kind {
  /** Text of the query, the path and headers is converted to the schema's type. */
  readonly coerce: boolean
  readonly allErrors: boolean
}

function createAjv({ coerce, allErrors }: Kind): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // Alternatives (`anyOf` of `required` lists) name members that are declared next to them.
    strictRequired: false,
    allErrors,
    // The messages are made from the failing schema, so every error has to carry it.
    verbose: true,
    coerceTypes: coerce,
    useDefaults: coerce,
    // Ajv's pass over the code that it makes takes as long as making it, and V8 does without.
    code: { optimize: false },
  })
  formats.default(ajv)
  return ajv
}

interface Compiler {
  compile<S extends TSchema>(schema: S): ValidateFunction<Static<S>>
}

/**
 * Compiling is a pure function of a schema and costs milliseconds, so it is done at the first use and kept. This is a
 * memo, not state: it is the same for two apps in one process. It grows by what is declared, not by what is sent: the
 * schemas of routes, tools and capabilities, of which equal ones share one function (decisions, "Memory").
 */
function memo(kind: Kind): Compiler {
  const ajv = createAjv(kind)
  const bySchema = new WeakMap<object, ValidateFunction>()
  const byText = new Map<string, ValidateFunction>()
  return {
    compile<S extends TSchema>(schema: S) {
      const known = bySchema.get(schema)
      if (known !== undefined && isFor<S>(known)) return known
      const text = JSON.stringify(schema)
      const equal = byText.get(text)
      const validate = equal !== undefined && isFor<S>(equal) ? equal : ajv.compile<Static<S>>(schema)
      byText.set(text, validate)
      bySchema.set(schema, validate)
      return validate
    },
  }
}

/** The memo is keyed by the schema or its text, so its function validates exactly that schema's static type. */
const isFor = <S extends TSchema>(_validate: ValidateFunction): _validate is ValidateFunction<Static<S>> => true

const strict = memo({ coerce: false, allErrors: true })
const coercing = memo({ coerce: true, allErrors: true })
const forLarge = memo({ coerce: false, allErrors: false })

/**
 * Checks a value against a TypeBox or plain JSON schema and narrows it to the schema's static type. Values of
 * the query, the path and headers arrive as text: they are coerced, and defaults filled in, in place.
 */
export function check<S extends TSchema>(schema: S, value: unknown, options: CheckOptions = {}): Checked<Static<S>> {
  const place = options.place ?? 'body'
  const validate =
    place !== 'body'
      ? coercing.compile(schema)
      : holdsMoreThan(value, VALUES_MAX)
        ? forLarge.compile(schema)
        : strict.compile(schema)
  if (validate(value)) {
    const endless = place === 'body' ? [] : endlessNumbers(value)
    return endless.length === 0 ? { ok: true, value } : { ok: false, faults: endless }
  }
  const errors: ErrorObject[] = validate.errors ?? []
  return { ok: false, faults: explain(errors, { place, prefix: options.prefix ?? '' }).slice(0, FAULTS_MAX) }
}

/** The text `1e999` becomes Infinity, which ajv accepts as a number of any type and compares with no bound. */
const endlessNumbers = (value: object): ValidationFault[] =>
  Object.entries(value)
    .filter(([, one]: [string, unknown]) => typeof one === 'number' && !Number.isFinite(one))
    .map(([name]) => ({ path: `/${name}`, message: 'is too large a number' }))

/** Whether a value holds more than `valuesMax` values; it looks at no more than that. */
export function holdsMoreThan(root: unknown, valuesMax: number): boolean {
  const pending = [root]
  let found = 0
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    // No array is made of an object's members: there may be thousands beyond the bound.
    for (const member in value) {
      found += 1
      if (found > valuesMax) return true
      pending.push(Object.getOwnPropertyDescriptor(value, member)?.value)
    }
  }
  return false
}

/** The refusal of a request, with all its faults at once (decisions, "envelope"). */
export function invalidRequest(faults: readonly ValidationFault[], code: ErrorCode = 'invalid_request'): Problem {
  const [first] = faults
  if (first === undefined) return new Problem(code, 'The request is not valid.')
  const subject = first.path === '' ? 'The request body' : `\`${first.path}\``
  const others = faults.length === 1 ? '' : ` (and ${faults.length - 1} more, see \`details\`)`
  const message = `${subject} ${first.message}${others}`
  return new Problem(code, message.endsWith('?') ? message : `${message}.`, {
    ...(first.path === '' ? {} : { param: first.path }),
    ...didYouMean(first.meant === undefined ? [] : [first.meant]),
    details: faults.map((fault) => ({ path: fault.path, message: fault.message })),
  })
}
