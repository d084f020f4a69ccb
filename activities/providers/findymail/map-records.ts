import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { splitName } from '../names.ts'
import { companyResult, ownerResult, personResult, technologiesResult } from '../records.ts'
import {
  absoluteUrl,
  booleanOf,
  companyHostOf,
  dateOf,
  emailOf,
  listOf,
  objectOf,
  objectsOf,
  phoneOf,
  placeOf,
  textOf,
  textsOf,
} from '../wire.ts'

/**
 * POST /api/verify; null without a verdict. An address that is not verified may still accept mail: only `true` is
 * certain.
 */
export function readVerdict(body: JsonObject): JsonObject | null {
  const verified = booleanOf(body.verified)
  if (verified === null) return null
  return { email: emailOf(body.email), status: verified ? 'valid' : 'unknown', score: null, free: null, role: null }
}

/** POST /api/search/phone; null: no number. */
export function readPhone(body: JsonObject): JsonObject | null {
  const phone = phoneOf(body.phone)
  return phone === null ? null : { phone, type: lineType(textOf(body.line_type)), country: null, confidence: null }
}

function lineType(type: string | null): string | null {
  if (type === null) return null
  if (/voip/i.test(type)) return 'voip'
  if (/mobile|cell|wireless/i.test(type)) return 'mobile'
  return /land|fixed/i.test(type) ? 'landline' : null
}

/** POST /api/search/company; null: no company. */
export function readCompany(body: JsonObject): JsonObject | null {
  const name = textOf(body.name)
  const domain = companyHostOf(body.domain)
  if (name === null && domain === null) return null
  return companyResult({
    name,
    domain,
    description: textOf(body.description),
    industry: textOf(body.industry),
    employee_range: textOf(body.company_size),
    linkedin_url: absoluteUrl(body.linkedin_url),
  })
}

/** POST /api/technologies; null: none found. */
export function readTechnologies(body: JsonObject): JsonObject | null {
  const technologies = objectsOf(body.technologies, 1000).flatMap((technology) => {
    const name = textOf(technology.name)
    if (name === null) return []
    return [{ name, category: textOf(technology.category), last_seen: dateOf(technology.last_detected_at) }]
  })
  return technologiesResult(technologies)
}

/** POST /api/search/reverse-email; null: no person found. */
export function readReverse(body: JsonObject): JsonObject | null {
  const owner = ownerOf(body)
  if (owner === null) return null
  return ownerResult({
    ...owner,
    email: emailOf(body.email),
    company: textOf(body.companyName),
    domain: companyHostOf(body.companyWebsite),
  })
}

/** The same answer as an entire profile. The shape of its `jobs` is not confirmed, so the career is left out. */
export function readPerson(body: JsonObject): JsonObject | null {
  const owner = ownerOf(body)
  if (owner === null) return null
  const email = emailOf(body.email)
  const company = {
    name: textOf(body.companyName),
    domain: companyHostOf(body.companyWebsite),
    linkedin_url: absoluteUrl(body.companyLinkedinUrl),
  }
  return personResult({
    ...owner,
    company: Object.values(company).every((member) => member === null) ? null : company,
    emails: email === null ? null : [email],
    education: listOf(body.educations, 50).flatMap(schooling),
    skills: textsOf(body.skills, 200),
  })
}

function ownerOf(body: JsonObject) {
  const fullName = textOf(body.fullName)
  const linkedin = absoluteUrl(body.linkedin_url)
  if (fullName === null && linkedin === null) return null
  const { first, last } = splitName(fullName)
  return {
    full_name: fullName,
    first_name: first,
    last_name: last,
    headline: textOf(body.headline),
    title: textOf(body.jobTitle),
    location: placeOf({ city: textOf(body.city), region: textOf(body.region), country: textOf(body.country) }),
    linkedin_url: linkedin,
  }
}

function schooling(value: Json): JsonObject[] {
  const education = objectOf(value)
  if (education === null) return []
  return [
    {
      school: textOf(education.school),
      degree: textOf(education.degree),
      field: textOf(education.fieldOfStudy),
      started_on: dateOf(education.startDate),
      ended_on: dateOf(education.endDate),
    },
  ]
}
