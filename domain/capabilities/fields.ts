import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { READ_AS, type ReadKind } from './reading.ts'

/** The building blocks of capability schemas: every string and every list is bounded, every object closed. */

/** RFC 5321 allows a path of 256 characters, two of which are the angle brackets. */
const EMAIL_LENGTH_MAX = 254
/** RFC 1035 allows a name of 253 characters in its printed form. */
const DOMAIN_LENGTH_MAX = 253
/** The length that browsers and proxies carry without trouble. */
const URL_LENGTH_MAX = 2048
const NAME_LENGTH_MAX = 200
/** Long enough for a biography or a post, short enough that a result of a hundred of them stays small. */
const OUTPUT_TEXT_LENGTH_MAX = 10_000

// Letters and digits of any script: what else ASCII and Latin-1 hold is excluded, and so are blanks, invisible signs
// and full stops of other scripts. It is written as ranges, because validators without `\p{…}` read the patterns of
// published schemas, and in few of them, because agents read them too.
const LETTERS = '[^\\u0000-/:-@\\[-`{-\\u00bf\\u2000-\\u206f\\u3000-\\u3004\\ufe00-\\ufe0f\\ufeff-\\uff0f]{1,63}'
// A plus sign is no character of a real domain; it is allowed so that sandbox scenarios work everywhere.
const LABEL = `${LETTERS}(?:[+-]+${LETTERS})*`
const DOMAIN_PATTERN = `^${LABEL}(?:\\.${LABEL})+$`
// People copy profile addresses with and without the scheme, and in any national subdomain.
const LINKEDIN_PATTERN = '^(?:https?://)?(?:[A-Za-z0-9-]+\\.)*[Ll]inked[Ii]n\\.com/\\S+$'
// At least one visible character: a search for a blank name would be charged and could match nothing.
const VISIBLE = '\\S'
const E164_PATTERN = '^\\+[1-9]\\d{6,14}$'
export const COUNTRY_PATTERN = '^[A-Za-z]{2}$'
export const LANGUAGE_PATTERN = '^[A-Za-z]{2}(?:-[A-Za-z]{2,4})?$'

/** The schema describes what its reading makes of a text (`readInput`); callers see `publishedSchema`. */
const read = (as: ReadKind, schema: { readonly description: string } & StringRules) =>
  Type.String({ ...schema, [READ_AS]: as })

interface StringRules {
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
}

export const email = (description: string) =>
  read('email', { description, format: 'email', maxLength: EMAIL_LENGTH_MAX })

export const domain = (description: string) =>
  read('domain', { description, pattern: DOMAIN_PATTERN, maxLength: DOMAIN_LENGTH_MAX })

export const personUrl = (description: string) =>
  read('person', { description, pattern: LINKEDIN_PATTERN, maxLength: URL_LENGTH_MAX })

export const companyUrl = (description: string) =>
  read('company', { description, pattern: LINKEDIN_PATTERN, maxLength: URL_LENGTH_MAX })

export const url = (description: string) =>
  read('url', { description, format: 'uri', pattern: '^https?://', maxLength: URL_LENGTH_MAX })

export const phone = (description: string) => read('phone', { description, pattern: E164_PATTERN })

export const name = (description: string) =>
  read('name', { description, minLength: 1, maxLength: NAME_LENGTH_MAX, pattern: VISIBLE })

export const text = (description: string, maxLength: number) =>
  Type.String({ description, minLength: 1, maxLength, pattern: VISIBLE })

/** The id of a mail, in the form in which ids of received mails are stored. */
export const messageId = (description: string, maxLength: number) =>
  read('message', { description, minLength: 1, maxLength, pattern: VISIBLE })

/** Several values of one kind, each once: an input that narrows a search. */
export const several = <S extends TSchema>(item: S, maxItems: number, description: string) =>
  Type.Array(item, { description, minItems: 1, maxItems, uniqueItems: true })

export const country = (description: string) => read('code', { description, pattern: COUNTRY_PATTERN })

export const language = (description: string) => read('code', { description, pattern: LANGUAGE_PATTERN })

export const page = () =>
  Type.Integer({ description: 'Which page of results, the first being 1.', minimum: 1, maximum: 100, default: 1 })

export const limit = (description: string, byDefault: number, maximum: number) =>
  Type.Integer({ description, minimum: 1, maximum, default: byDefault })

export const SOCIAL_PLATFORMS = ['instagram', 'tiktok', 'x', 'youtube', 'linkedin', 'facebook', 'reddit'] as const

/** How senior a position is, in one vocabulary for every provider; from the top down. */
export const SENIORITIES = [
  'owner',
  'founder',
  'c_suite',
  'partner',
  'vp',
  'head',
  'director',
  'manager',
  'senior',
  'entry',
  'intern',
] as const

/** What part of a company a position belongs to, in one vocabulary for every provider. */
export const DEPARTMENTS = [
  'management',
  'sales',
  'marketing',
  'finance',
  'hr',
  'legal',
  'engineering',
  'it',
  'product',
  'design',
  'operations',
  'support',
  'education',
  'health',
] as const

type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number]

/** `live`: the networks that a live provider serves. */
export const platform = (live: readonly SocialPlatform[]) =>
  Type.Enum([...SOCIAL_PLATFORMS], {
    description: `The network to look on. Live: ${live.join(', ')}. The others answer in the sandbox only.`,
  })

/**
 * A closed input. `enough` are sets of optional members, each sufficient alone: ajv accepts an input that has one of
 * them completely, and refuses the rest. `onlyWith` names members that make sense only with certain values of another
 * member.
 */
export function input(members: {
  readonly required?: TProperties
  readonly optional?: TProperties
  readonly enough?: readonly (readonly string[])[]
  readonly onlyWith?: Readonly<Record<string, TProperties>>
}): TObject {
  const optional: TProperties = {}
  for (const [member, schema] of Object.entries(members.optional ?? {})) optional[member] = Type.Optional(schema)
  return Type.Object(
    { ...members.required, ...optional },
    {
      additionalProperties: false,
      ...(members.enough === undefined
        ? {}
        : { anyOf: members.enough.map((required) => ({ required: [...required] })) }),
      ...(members.onlyWith === undefined ? {} : { dependentSchemas: conditions(members.onlyWith) }),
    },
  )
}

const conditions = (onlyWith: Readonly<Record<string, TProperties>>) =>
  Object.fromEntries(Object.entries(onlyWith).map(([member, properties]) => [member, { properties }]))

/** The probability that mail to an address arrives, in one vocabulary for every provider. */
export const EMAIL_STATUSES = ['valid', 'invalid', 'accept_all', 'disposable', 'unknown'] as const

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const textOut = () => nullable(Type.String({ maxLength: OUTPUT_TEXT_LENGTH_MAX }))
export const urlOut = () => nullable(Type.String({ maxLength: URL_LENGTH_MAX }))
export const emailOut = () => nullable(Type.String({ format: 'email', maxLength: EMAIL_LENGTH_MAX }))
export const phoneOut = () => nullable(Type.String({ pattern: E164_PATTERN }))
export const platformOut = () => choiceOut(SOCIAL_PLATFORMS)
/** A date or a time in ISO 8601, as precise as the provider knows it. */
export const dateOut = () => nullable(Type.String({ maxLength: 40 }))
export const countOut = () => nullable(Type.Integer({ minimum: 0 }))
/** A share of change: 0.12 is twelve percent more. */
export const changeOut = () => nullable(Type.Number({ minimum: -1 }))
/** US dollars as a number, for a provider's figure that is no charge of ours. */
export const usdOut = () => nullable(Type.Number({ minimum: 0 }))
export const yearOut = () => nullable(Type.Integer({ minimum: 1000, maximum: 3000 }))
export const booleanOut = () => nullable(Type.Boolean())
/** 0 to 1: the provider's confidence in its own answer. */
export const confidenceOut = () => nullable(Type.Number({ minimum: 0, maximum: 1 }))
/** 0 to 100: how hard something is, on the scale that search tools use. */
export const scoreOut = () => nullable(Type.Number({ minimum: 0, maximum: 100 }))
export const choiceOut = <const V extends readonly string[]>(values: V) => nullable(Type.Enum([...values]))
export const listOut = <S extends TSchema>(item: S, maxItems: number) => Type.Array(item, { maxItems })
export const object = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

/** A closed result; only the sandbox adds `simulated`, so that its answers can never be mistaken for real ones. */
export const output = <P extends TProperties>(properties: P) =>
  object({
    ...properties,
    simulated: Type.Optional(Type.Boolean({ description: 'True on every answer of a simulated provider.' })),
  })
