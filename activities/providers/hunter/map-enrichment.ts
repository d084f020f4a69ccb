import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { companyResult, fundingResult, ownerResult, personResult, technologiesResult } from '../records.ts'
import {
  amountOf,
  companyHostOf,
  countOf,
  dateOf,
  emailOf,
  objectOf,
  objectsOf,
  phoneOf,
  placeOf,
  textOf,
  textsOf,
  urlOf,
  yearOf,
} from '../wire.ts'

interface EnrichedPerson {
  readonly email: string | null
  readonly names: {
    readonly full_name: string | null
    readonly first_name: string | null
    readonly last_name: string | null
  }
  readonly employment: JsonObject | null
  readonly linkedin: string | null
}

/** GET /people/find; null when it holds no person. */
function personOf(data: JsonObject): EnrichedPerson | null {
  const name = objectOf(data.name)
  const email = emailOf(data.email)
  const fullName = textOf(name?.fullName)
  if (email === null && fullName === null) return null
  return {
    email,
    names: { full_name: fullName, first_name: textOf(name?.givenName), last_name: textOf(name?.familyName) },
    employment: objectOf(data.employment),
    linkedin: linkedin(data.linkedin, 'in'),
  }
}

export function readPerson(data: JsonObject): JsonObject | null {
  const found = personOf(data)
  if (found === null) return null
  const { email, employment } = found
  return personResult({
    ...found.names,
    title: textOf(employment?.title),
    seniority: textOf(employment?.seniority),
    company:
      employment === null
        ? null
        : { name: textOf(employment.name), domain: companyHostOf(employment.domain), linkedin_url: null },
    location: place(data.geo),
    linkedin_url: found.linkedin,
    emails: email === null ? null : [email],
    phones: listed(phoneOf(data.phone)),
  })
}

export function readOwner(data: JsonObject): JsonObject | null {
  const found = personOf(data)
  if (found === null) return null
  const { email, employment } = found
  return ownerResult({
    ...found.names,
    email,
    title: textOf(employment?.title),
    company: textOf(employment?.name),
    domain: companyHostOf(employment?.domain),
    location: place(data.geo),
    linkedin_url: found.linkedin,
  })
}

/** null: the person may be known, but not the profile. */
export function readProfile(data: JsonObject): JsonObject | null {
  const found = personOf(data)
  if (found === null || found.linkedin === null) return null
  return {
    ...found.names,
    linkedin_url: found.linkedin,
    confidence: null,
    headline: null,
    title: textOf(found.employment?.title),
    company: textOf(found.employment?.name),
    domain: companyHostOf(found.employment?.domain),
  }
}

/** GET /companies/find; null when it holds no company. */
export function readCompany(data: JsonObject): JsonObject | null {
  const name = textOf(data.name)
  const domain = companyHostOf(data.domain)
  if (name === null && domain === null) return null
  const metrics = objectOf(data.metrics)
  return companyResult({
    name,
    domain,
    description: textOf(data.description),
    industry: textOf(objectOf(data.category)?.industry),
    employees: countOf(metrics?.employees),
    employee_range: textOf(metrics?.employeesRange),
    founded_year: yearOf(data.foundedYear),
    headquarters: place(data.geo),
    linkedin_url: linkedin(data.linkedin, 'company'),
    logo_url: urlOf(data.logo),
    revenue_range: textOf(amountOf(metrics?.annualRevenue) ?? undefined),
    tags: textsOf(data.tags, 100),
  })
}

/** The same answer; null when neither a sum nor a round is known. Sums in other currencies are left out. */
export function readFunding(data: JsonObject): JsonObject | null {
  return fundingResult(amountOf(objectOf(data.metrics)?.raised), objectsOf(data.fundingRounds, 100).map(round))
}

const round = ({ series, currency, amount, announcedDate }: JsonObject): JsonObject => ({
  type: textOf(series),
  amount_usd: textOf(currency)?.toLowerCase() === 'usd' ? amountOf(amount) : null,
  date: dateOf(announcedDate),
  investors: null,
})

/** The same answer; null when none is known. */
export const readTechnologies = (data: JsonObject): JsonObject | null =>
  technologiesResult(textsOf(data.tech, 1000).map((name) => ({ name })))

function place(value: Json | undefined): JsonObject | null {
  const geo = objectOf(value)
  return placeOf({ city: textOf(geo?.city), region: textOf(geo?.state), country: textOf(geo?.country) })
}

/** The handle comes alone or after the kind of page. */
function linkedin(value: Json | undefined, kind: 'in' | 'company'): string | null {
  const handle = textOf(objectOf(value)?.handle)
  if (handle === null) return null
  return urlOf(`https://www.linkedin.com/${handle.includes('/') ? handle : `${kind}/${handle}`}`)
}

const listed = (value: string | null): string[] | null => (value === null ? null : [value])
