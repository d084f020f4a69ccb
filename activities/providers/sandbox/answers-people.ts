import type { JsonObject } from '../../../domain/providers/manifest.ts'
import type { Seed } from './seed.ts'
import { slugOf, subjectOf, textAt } from './subject.ts'

interface Place { readonly city: string; readonly region: string; readonly country: string }

const TITLES = ['Head of Operations', 'Product Manager', 'Sales Director', 'Software Engineer', 'Finance Lead'] as const
const CITIES: readonly [Place, ...Place[]] = [
  { city: 'Sampleton', region: 'Example State', country: 'US' },
  { city: 'Beispielstadt', region: 'Musterland', country: 'DE' },
  { city: 'Exempleville', region: 'Modele', country: 'FR' },
]

const confidence = (seed: Seed): number => seed.number('confidence', 72, 98) / 100

/** From the range that the North American plan keeps free for fiction: 555-0100 to 555-0199. */
const fictionalPhone = (seed: Seed): string => `+12025550${seed.number('phone', 100, 199)}`

export function contactFind(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  return {
    email: `${slugOf(subject.fullName, '.')}@${subject.domain}`,
    email_status: seed.pick('status', ['valid', 'valid', 'accept_all']),
    confidence: confidence(seed),
    first_name: subject.firstName,
    last_name: subject.lastName,
    title: seed.pick('title', TITLES),
    company: subject.companyName,
    domain: subject.domain,
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
  }
}

export const contactPhone = (_input: JsonObject, seed: Seed): JsonObject => ({
  phone: fictionalPhone(seed),
  type: seed.pick('type', ['mobile', 'mobile', 'landline', 'voip']),
  country: 'US',
  confidence: confidence(seed),
})

export function contactVerify(input: JsonObject, seed: Seed): JsonObject {
  const email = typeof input.email === 'string' ? input.email : null
  return {
    email,
    status: seed.pick('status', ['valid', 'valid', 'valid', 'accept_all', 'invalid', 'unknown']),
    score: confidence(seed),
    free: false,
    role: /^(?:info|sales|support|hello|contact)@/i.test(email ?? ''),
  }
}

export function personEnrich(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  const title = seed.pick('title', TITLES)
  return {
    full_name: subject.fullName,
    first_name: subject.firstName,
    last_name: subject.lastName,
    headline: `${title} at ${subject.companyName}`,
    title,
    seniority: seed.pick('seniority', ['senior', 'manager', 'director']),
    company: { name: subject.companyName, domain: subject.domain, linkedin_url: null },
    location: { ...seed.pick('city', CITIES) },
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
    emails: [`${slugOf(subject.fullName, '.')}@${subject.domain}`],
    phones: [fictionalPhone(seed)],
    experience: [{ title, company: subject.companyName, started_on: `${seed.number('since', 2015, 2024)}-03`, ended_on: null }],
    education: [{ school: 'University of Examples', degree: 'BSc', field: 'Simulated Studies', started_on: '2008', ended_on: '2011' }],
    skills: ['planning', 'writing', 'simulation'],
  }
}
