import type { Json, JsonObject } from '../../../domain/providers/manifest.ts'
import { amountOf, countOf, emailOf, hostOf, objectOf, phoneOf, placeOf, textOf, textsOf, urlOf, yearOf } from '../wire.ts'

/** GET /people/find; null when it holds nobody. */
export function readPerson(data: JsonObject): JsonObject | null {
  const name = objectOf(data.name)
  const employment = objectOf(data.employment)
  const email = emailOf(data.email)
  const fullName = textOf(name?.fullName)
  if (email === null && fullName === null) return null
  return {
    full_name: fullName,
    first_name: textOf(name?.givenName),
    last_name: textOf(name?.familyName),
    headline: null,
    title: textOf(employment?.title),
    seniority: textOf(employment?.seniority),
    company: employment === null ? null : { name: textOf(employment.name), domain: hostOf(employment.domain), linkedin_url: null },
    location: place(data.geo),
    linkedin_url: linkedin(data.linkedin, 'in'),
    emails: email === null ? null : [email],
    phones: listed(phoneOf(data.phone)),
    experience: null,
    education: null,
    skills: null,
  }
}

/** GET /companies/find; null when it holds no company. */
export function readCompany(data: JsonObject): JsonObject | null {
  const name = textOf(data.name)
  const domain = hostOf(data.domain)
  if (name === null && domain === null) return null
  const metrics = objectOf(data.metrics)
  return {
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
  }
}

function place(value: Json | undefined): JsonObject | null {
  const geo = objectOf(value)
  return placeOf({ city: textOf(geo?.city), region: textOf(geo?.state), country: textOf(geo?.country) })
}

/** The handle comes bare or with the kind of page in front of it. */
function linkedin(value: Json | undefined, kind: 'in' | 'company'): string | null {
  const handle = textOf(objectOf(value)?.handle)
  if (handle === null) return null
  return urlOf(`https://www.linkedin.com/${handle.includes('/') ? handle : `${kind}/${handle}`}`)
}

const listed = (value: string | null): string[] | null => (value === null ? null : [value])
