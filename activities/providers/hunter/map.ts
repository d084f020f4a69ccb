import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { givenName, linkedinHandle } from '../names.ts'
import { booleanOf, emailOf, listOf, objectOf, percentageOf, textOf, urlOf } from '../wire.ts'

/** Hunter's vocabulary in ours. `webmail` describes the mailbox's operator, not whether the mailbox exists. */
const STATUSES: Readonly<Record<string, string>> = {
  valid: 'valid',
  invalid: 'invalid',
  accept_all: 'accept_all',
  disposable: 'disposable',
  webmail: 'unknown',
  unknown: 'unknown',
}

const DURATION_S_MIN = 3
const DURATION_S_MAX = 20
/** The network's part of the deadline; the provider gets the rest. */
const TRANSPORT_MS = 1_000

/** Query of GET /email-finder. Hunter stops searching a second before our deadline and returns what it has. */
export function finderQuery(input: JsonObject, deadlineMs: number): Record<string, string | number | undefined> {
  const name = givenName(input)
  const bySeparateNames = name.first !== null && name.last !== null
  const seconds = Math.floor((deadlineMs - TRANSPORT_MS) / 1000)
  return {
    domain: textOf(input.domain) ?? undefined,
    company: input.domain === undefined ? (textOf(input.company) ?? undefined) : undefined,
    first_name: bySeparateNames ? (name.first ?? undefined) : undefined,
    last_name: bySeparateNames ? (name.last ?? undefined) : undefined,
    full_name: bySeparateNames ? undefined : (name.full ?? undefined),
    linkedin_handle: linkedinHandle(textOf(input.linkedin_url)) ?? undefined,
    max_duration: Math.min(Math.max(seconds, DURATION_S_MIN), DURATION_S_MAX),
  }
}

/** Whether the finder has enough input: a profile with a readable handle, or a name and an employer. */
export function canFind(input: JsonObject): boolean {
  const employer = textOf(input.domain) ?? textOf(input.company)
  return linkedinHandle(textOf(input.linkedin_url)) !== null || (givenName(input).full !== null && employer !== null)
}

/** Query of GET /people/find; null: the profile's URL is not a person's. */
export function personQuery(input: JsonObject): Record<string, string | undefined> | null {
  const email = textOf(input.email)
  const handle = linkedinHandle(textOf(input.linkedin_url))
  return email === null && handle === null ? null : { email: email ?? undefined, linkedin_handle: handle ?? undefined }
}

/** null: nothing found. An address that Hunter calls invalid counts as nothing found. */
export function readFound(data: JsonObject): JsonObject | null {
  const email = emailOf(data.email)
  const status = statusOf(objectOf(data.verification)?.status)
  if (email === null || status === 'invalid') return null
  return {
    email,
    email_status: status,
    confidence: percentageOf(data.score),
    first_name: textOf(data.first_name),
    last_name: textOf(data.last_name),
    title: textOf(data.position),
    company: textOf(data.company),
    domain: textOf(data.domain),
    linkedin_url: urlOf(data.linkedin_url),
  }
}

/** null: the answer lacks its verdict. Hunter does not distinguish role addresses. */
export function readVerified(data: JsonObject): JsonObject | null {
  const status = statusOf(data.status)
  if (status === null) return null
  return {
    email: emailOf(data.email),
    status,
    score: percentageOf(data.score),
    free: booleanOf(data.webmail),
    role: null,
  }
}

/** The token of the first error, for example `too_many_requests`. */
export const errorCode = (body: Json): string | null => textOf(objectOf(listOf(objectOf(body)?.errors, 1)[0])?.id)

export function statusOf(value: Json | undefined): string | null {
  const status = textOf(value)
  return status === null ? null : (STATUSES[status] ?? 'unknown')
}
