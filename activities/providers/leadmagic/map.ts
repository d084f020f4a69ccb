import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { givenName } from '../names.ts'
import { contactResult } from '../records.ts'
import { absoluteUrl, emailOf, listOf, objectOf, phoneOf, textOf } from '../wire.ts'

/** A catch-all server accepts any address, so LeadMagic's `valid` does not prove that such an address exists. */
const STATUSES: Readonly<Record<string, string>> = {
  valid: 'valid',
  valid_catch_all: 'accept_all',
  catch_all: 'accept_all',
  invalid: 'invalid',
}

/** Body of POST /v1/people/email-finder. The domain has precedence over the company's name: it finds more. */
export function finderBody(input: JsonObject): JsonObject {
  const name = givenName(input)
  const domain = textOf(input.domain)
  const person: JsonObject =
    name.first !== null && name.last !== null
      ? { first_name: name.first, last_name: name.last }
      : { full_name: name.full }
  return { ...person, ...(domain === null ? { company_name: textOf(input.company) } : { domain }) }
}

/** null: nothing found. An address that LeadMagic calls invalid counts as nothing found. */
export function readFound(body: JsonObject): JsonObject | null {
  const email = emailOf(body.email)
  const status = textOf(body.status)
  if (email === null || status === 'not_found' || status === 'invalid') return null
  return {
    email,
    email_status: status === null ? null : (STATUSES[status] ?? 'unknown'),
    confidence: null,
    first_name: textOf(body.first_name),
    last_name: textOf(body.last_name),
    title: null,
    company: textOf(body.company_name),
    domain: textOf(body.domain),
    linkedin_url: null,
  }
}

/**
 * POST /v1/people/b2b-profile-email, which validates its results; null: nothing found. Older answers name it
 * `work_email`.
 */
export function readFoundByProfile(body: JsonObject): JsonObject | null {
  const email = emailOf(body.email) ?? emailOf(body.work_email)
  return email === null
    ? null
    : contactResult({ email, email_status: 'valid', linkedin_url: absoluteUrl(body.profile_url) })
}

/** POST /v1/people/personal-email-finder; null: nothing found. */
export function readPersonalEmail(body: JsonObject): JsonObject | null {
  const email = emailOf(body.personal_email)
  if (email === null) return null
  return {
    email,
    email_status: null,
    confidence: null,
    emails: [email],
    first_name: null,
    last_name: null,
    linkedin_url: null,
  }
}

/** POST /v1/people/email-validation; null: no verdict. */
export function readVerified(body: JsonObject): JsonObject | null {
  const status = textOf(body.email_status) ?? textOf(body.status)
  if (status === null) return null
  return { email: emailOf(body.email), status: STATUSES[status] ?? 'unknown', score: null, free: null, role: null }
}

/** POST /v1/people/mobile-finder; null: nothing found. It looks for mobiles only. */
export function readPhone(body: JsonObject): JsonObject | null {
  const phone = phoneOf(body.mobile_number)
  return phone === null ? null : { phone, type: 'mobile', country: null, confidence: null }
}

/** An error in the body, whatever the status states. */
export const carriesError = (body: JsonObject): boolean => body.success === false || Array.isArray(body.errors)

/** The token of the first error, for example `insufficient_credits`; older routes put it at the top. */
export function errorCode(body: Json): string | null {
  const error = objectOf(body)
  return textOf(objectOf(listOf(error?.errors, 1)[0])?.code) ?? textOf(error?.code)
}
