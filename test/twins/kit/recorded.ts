import { isJsonObject, type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import type { Handler, TwinCall, TwinReply } from './twin.ts'

/** A value with these letters finds nothing; one with `no-hunter` finds nothing at Hunter. */
const UNKNOWN = /no[-_]match/i

/**
 * Answers with a recorded answer of the provider, about the subject of the request; with the recorded miss where the
 * request is of what the provider does not know.
 */
export const recorded =
  (found: string, miss?: string): Handler =>
  (call) =>
    about(subjectOf(call), miss !== undefined && isUnknown(call) ? fixture(miss) : fixture(found))

/** Chosen by the request. */
export const recordedBy =
  (choose: (call: TwinCall) => string): Handler =>
  (call) =>
    about(subjectOf(call), fixture(choose(call)))

export function isUnknown(call: TwinCall): boolean {
  const text = textsOf(call).join(' ')
  return UNKNOWN.test(text) || text.toLowerCase().includes(`no-${call.twin}`)
}

/** Every text of a request. */
export function textsOf({ path, query, body }: TwinCall): string[] {
  return [...Object.values(path), ...query.values(), ...textsIn(body)]
}

const textsIn = (value: Json): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(textsIn)
      : isJsonObject(value)
        ? Object.values(value).flatMap(textsIn)
        : []

/** Who or what a request is about, as far as its values show it. */
export interface Subject {
  readonly email?: string
  readonly domain?: string
  readonly profile?: string
  /** Given name and family name. */
  readonly name?: readonly [first: string, last: string]
}

const EMAIL = /^[^@\s/]+@([^@\s/]+\.[a-z]{2,})$/i
const DOMAIN = /^(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9-]+\.)+[a-z]{2,})\/?$/i
const PROFILE = /linkedin\.com\/(in|company)\/([^/?#\s]+)/i

export function subjectOf(call: TwinCall): Subject {
  const texts = textsOf(call)
  const first = (pattern: RegExp, group: number): string | undefined =>
    texts.map((text) => pattern.exec(text)?.[group]).find((one) => one !== undefined)
  const email = first(EMAIL, 0)
  const domain = first(DOMAIN, 1) ?? first(EMAIL, 1)
  const profile = first(PROFILE, 2)
  const name = nameOf(call)
  return {
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(domain === undefined ? {} : { domain: domain.toLowerCase() }),
    ...(profile === undefined ? {} : { profile }),
    ...(name === undefined ? {} : { name }),
  }
}

/** Members by which providers take the name of a person. */
const FULL_NAME = /^(?:full_?name|name)$/i
const FIRST_NAME = /^first_?name$/i
const LAST_NAME = /^last_?name$/i

/** A request with these letters is answered about the recorded person, whatever name it has. */
const OTHER_PERSON = /other[-_]person/i

function nameOf(call: TwinCall): Subject['name'] {
  const { query, body } = call
  if (textsOf(call).some((text) => OTHER_PERSON.test(text))) return undefined
  const members = [...query.entries(), ...membersIn(body)]
  const valueOf = (key: RegExp): string | undefined =>
    members.find(([name, value]) => key.test(name) && value.trim() !== '')?.[1].trim()
  const [first, last, full] = [valueOf(FIRST_NAME), valueOf(LAST_NAME), valueOf(FULL_NAME)]
  if (first !== undefined && last !== undefined) return [first, last]
  const [given, ...family] = full?.split(/\s+/) ?? []
  return given === undefined || family.length === 0 ? undefined : [given, family.join(' ')]
}

const membersIn = (value: Json): (readonly [string, string])[] =>
  Array.isArray(value)
    ? value.flatMap(membersIn)
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, one]) =>
          typeof one === 'string' ? [[key, one] as const] : membersIn(one),
        )
      : []

/** What fixtures are about. */
const RECORDED_EMAIL = /robin(?:\.sample)?@example\.com/g
const RECORDED_DOMAIN = /(?<![\w-])(?:www\.)?example\.com/g
const RECORDED_FULL_NAME = /(?<=")robin (?:van )?sample(?=")/gi
const RECORDED_FIRST_NAME = /(?<="first_?name":")robin(?=")/gi
const RECORDED_LAST_NAME = /(?<="last_?name":")sample(?=")/gi
const RECORDED_PROFILE = /(?:robin-sample|example-works)-invented/g

/** The recorded answer, about another subject. */
export function about({ email, domain, profile, name }: Subject, reply: TwinReply): TwinReply {
  if (reply.json === undefined) return reply
  let text = JSON.stringify(reply.json)
  if (email !== undefined) text = text.replaceAll(RECORDED_EMAIL, escaped(email))
  if (domain !== undefined && email === undefined)
    text = text.replaceAll(RECORDED_DOMAIN, (found) => (found.startsWith('www.') ? `www.${domain}` : domain))
  if (name !== undefined)
    text = text
      .replaceAll(RECORDED_FULL_NAME, () => escaped(name.join(' ')))
      .replaceAll(RECORDED_FIRST_NAME, () => escaped(name[0]))
      .replaceAll(RECORDED_LAST_NAME, () => escaped(name[1]))
  if (profile !== undefined) text = text.replaceAll(RECORDED_PROFILE, escaped(profile))
  const json: Json = JSON.parse(text)
  return { ...reply, json }
}

/** As it is inside a JSON text. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** As many records as are wanted, each with another name, address and id. */
export function several(records: readonly JsonObject[], count: number, from = 0): JsonObject[] {
  return Array.from({ length: count }, (_, index): JsonObject => {
    const record = records[index % Math.max(records.length, 1)] ?? {}
    const number = from + index + 1
    return index + from < records.length ? record : numbered(record, number)
  })
}

function numbered(record: JsonObject, number: number): JsonObject {
  const text = JSON.stringify(record)
    .replaceAll(/((?:robin|kim)-sample|example-works)/gi, `$1-${number}`)
    .replaceAll(/(?<![\w.-])((?:www\.)?)example\.(com|org)/g, `$1example-${number}.$2`)
    .replaceAll(/(robin(?:\.sample)?|kim(?:\.sample)?)@/g, `$1.${number}@`)
    .replaceAll(/(?<="(?:name|full_name)":")((?:robin|kim) sample|example works)/gi, `$1 ${number}`)
  const made: JsonObject = JSON.parse(text)
  return typeof made.id === 'string' ? { ...made, id: `${made.id}-${number}` } : made
}

/** The list in a fixture's body. */
export function recordsOf(name: string, member: string): JsonObject[] {
  const body = jsonOf(fixture(name).json)
  return objectsIn(isJsonObject(body) ? (body[member] ?? null) : null)
}

export const objectsIn = (list: Json): JsonObject[] => (Array.isArray(list) ? list.filter(isJsonObject) : [])

/** The body of a fixture. */
export function bodyOf(name: string): JsonObject {
  const body = jsonOf(fixture(name).json)
  return objectOf(body)
}

export const numberIn = (value: Json | undefined | null, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** A value as it goes over the wire. */
export const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))

/** A member of a request's JSON object. */
export const member = (body: Json, name: string): Json => (isJsonObject(body) ? (body[name] ?? null) : null)
