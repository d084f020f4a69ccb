import Type, { type TObjectOptions, type TProperties, type TSchema, type TSchemaOptions } from 'typebox'
import { USD_PATTERN } from '../../domain/money/microdollars.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import { named } from './named.ts'

/** An object that refuses members it does not declare: a typo must never be ignored (decisions, "HTTP and errors"). */
export const closed = <P extends TProperties>(properties: P, options: TObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

export const nullable = <S extends TSchema>(schema: S, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

const optionalOrNull = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema))

/** The members of a change: one that is absent stays, and null takes it off. */
export const changesOf = <P extends Readonly<Record<string, TSchema>>>(members: P) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, optionalOrNull(schema)])) as {
    -readonly [Name in keyof P]: ReturnType<typeof optionalOrNull<P[Name]>>
  }

/** One of a fixed set of words: `enum` rather than a union of constants, so that a wrong word is one fault. */
export const oneOf = <const V extends readonly string[]>(values: V, options: TSchemaOptions = {}) =>
  Type.Enum<[...V]>([...values], { ...options, type: 'string' })

/** Any JSON object, as it came: the route does not know its schema (an `input`, a provider's payload). */
export const anyObject = (options: TSchemaOptions = {}) =>
  Type.Unsafe<JsonObject>({ ...options, type: 'object', additionalProperties: true })

/** An amount as the caller may write it (Spec 1.10; decisions, "money strings"). */
export const UsdAmount = named(
  'UsdAmount',
  Type.String({
    pattern: USD_PATTERN,
    description: 'USD as text, such as `0.05`: at most nine digits before and six after the point.',
    examples: ['0.05'],
  }),
)

/** An amount as the service prints it: two to six decimals, a minus sign where an amount can be below zero. */
export const Money = named(
  'Money',
  Type.String({
    pattern: '^-?\\d+\\.\\d{2,6}$',
    description: 'An amount in USD, as a decimal string with two to six decimals.',
    examples: ['0.0143'],
  }),
)

export const Timestamp = named(
  'Timestamp',
  Type.String({
    format: 'date-time',
    description: 'A time in UTC, ISO 8601.',
    examples: ['2026-11-20T09:30:00.000Z'],
  }),
)

/** Of a filter. A date is midnight UTC. */
export const dateOrTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.String({ format: 'date' })], { description })

/** For pages, probes and providers' messages: links and callers may add parameters, which mean nothing here. */
export const AnyQuery = Type.Object({}, { additionalProperties: true })

/** The items of a page: at most, and where the request names no limit. `all` is only for a list that is bounded. */
export interface PageLimit {
  readonly maximum: number
  readonly default: number | 'all'
}

/** `limit` of a list, documented as a maximum (Spec 8). */
export const pageLimit = ({ maximum, default: preset }: PageLimit) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      ...(preset === 'all' ? {} : { default: preset }),
      description: `The maximum number of items on a page${preset === 'all' ? '; all of them if omitted' : ''}.`,
    }),
  )

/**
 * The longest cursor (api/route/cursors.ts) is that of a row: two keys of 600 characters, each of four bytes at most,
 * as base64 within base64.
 */
export const CURSOR_LENGTH_MAX = 12_000

/** The position at which a list continues. */
export const PageCursor = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: CURSOR_LENGTH_MAX,
    description: '`next_cursor` of the previous page, with the same filters.',
  }),
)

/** The opaque place in a list (decisions, "pagination"); null at the end. */
export const NextCursor = nullable(Type.String(), {
  description: 'Send it as `cursor` for the next page; null on the last page.',
})
