import type { Json, JsonObject } from '../../../domain/providers/manifest.ts'
import { givenName, splitName } from '../names.ts'
import { emailOf, objectOf, textOf, urlOf } from '../wire.ts'

/** Which of the two searches answers the input best: the name with the domain, else the profile. null: neither. */
export function searchRequest(input: JsonObject): { readonly path: string; readonly body: JsonObject } | null {
  const { full } = givenName(input)
  const domain = textOf(input.domain)
  const linkedin = textOf(input.linkedin_url)
  if (full !== null && domain !== null) return { path: '/api/search/name', body: { name: full, domain } }
  return linkedin === null ? null : { path: '/api/search/linkedin', body: { linkedin_url: linkedin } }
}

/** null: nothing found. Findymail only answers with addresses that it has verified. */
export function readContact(body: JsonObject): JsonObject | null {
  const contact = objectOf(body.contact)
  const email = emailOf(contact?.email)
  if (contact === null || email === null) return null
  const name = splitName(textOf(contact.name))
  return {
    email,
    email_status: 'valid',
    confidence: null,
    first_name: name.first,
    last_name: name.last,
    title: textOf(contact.job_title),
    company: textOf(contact.company),
    domain: textOf(contact.domain),
    linkedin_url: urlOf(contact.linkedin_url),
  }
}

/** A 200 may carry an error text instead of a contact. */
export function readError(body: JsonObject): 'none' | 'credits' | 'other' {
  const error = textOf(body.error)
  if (error === null) return 'none'
  return /credit/i.test(error) ? 'credits' : 'other'
}

export const isObject = (body: Json): body is JsonObject => objectOf(body) !== null
