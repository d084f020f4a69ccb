import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { givenName } from '../names.ts'
import {
  companyResult,
  contactResult,
  fundingResult,
  ownerResult,
  personResult,
  technologiesResult,
} from '../records.ts'
import {
  absoluteUrl,
  amountOf,
  companyHostOf,
  countOf,
  dateOf,
  emailOf,
  objectOf,
  objectsOf,
  phoneOf,
  placeOf,
  stated,
  textOf,
  textsOf,
  urlOf,
  yearOf,
} from '../wire.ts'

/** Body of POST /enrich-person. With `only`, a match without a verified value of this kind is a free miss. */
export function personBody(input: JsonObject, only: 'email' | 'mobile' | null): JsonObject {
  const name = givenName(input)
  const separate = name.first !== null && name.last !== null
  return {
    ...(only === 'email' ? { only_verified_email: true } : {}),
    ...(only === 'mobile' ? { enrich_mobile: true, only_verified_mobile: true } : {}),
    data: stated({
      first_name: separate ? name.first : null,
      last_name: separate ? name.last : null,
      full_name: separate ? null : name.full,
      linkedin_url: input.linkedin_url,
      email: input.email,
      company_name: input.company,
      company_website: input.domain,
    }),
  }
}

/** Body of POST /enrich-company. */
export const companyBody = (input: JsonObject): JsonObject => ({
  data: stated({ company_website: input.domain, company_linkedin_url: input.linkedin_url, company_name: input.name }),
})

export interface ProspeoMatch {
  readonly person: JsonObject | null
  readonly company: JsonObject | null
}

export const matchOf = (body: JsonObject): ProspeoMatch => ({
  person: objectOf(body.person),
  company: objectOf(body.company),
})

/** null: no address is shown. A covered address has stars in it. */
function emailIn(person: JsonObject) {
  const entry = objectOf(person.email)
  const email = emailOf(entry?.email)
  if (email === null || email.includes('*') || entry?.revealed === false) return null
  return { email, status: textOf(entry?.status) === 'VERIFIED' ? 'valid' : 'unknown' }
}

function phoneIn(person: JsonObject): string | null {
  const entry = objectOf(person.mobile)
  return entry?.revealed === false ? null : (phoneOf(entry?.mobile_international) ?? phoneOf(entry?.mobile))
}

const identityOf = (person: JsonObject) => ({
  full_name: textOf(person.full_name),
  first_name: textOf(person.first_name),
  last_name: textOf(person.last_name),
  headline: textOf(person.headline),
  title: textOf(person.current_job_title),
  location: place(person.location),
  linkedin_url: absoluteUrl(person.linkedin_url),
})

const namesNoPerson = (person: JsonObject): boolean =>
  textOf(person.full_name) === null && absoluteUrl(person.linkedin_url) === null

function place(value: Json | undefined): JsonObject | null {
  const location = objectOf(value)
  return placeOf({ city: textOf(location?.city), region: textOf(location?.state), country: textOf(location?.country) })
}

/** null: no address is shown. */
export function readContact({ person, company }: ProspeoMatch): JsonObject | null {
  const found = person === null ? null : emailIn(person)
  if (person === null || found === null) return null
  const { first_name, last_name, title, linkedin_url } = identityOf(person)
  return contactResult({
    email: found.email,
    email_status: found.status,
    first_name,
    last_name,
    title,
    linkedin_url,
    company: textOf(company?.name),
    domain: companyHostOf(company?.domain),
  })
}

/** null: no number is shown. */
export function readPhone({ person }: ProspeoMatch): JsonObject | null {
  const phone = person === null ? null : phoneIn(person)
  return phone === null
    ? null
    : { phone, type: 'mobile', country: textOf(objectOf(person?.mobile)?.mobile_country), confidence: null }
}

/** null: a match without a person. */
export function readPerson({ person, company }: ProspeoMatch): JsonObject | null {
  if (person === null || namesNoPerson(person)) return null
  const email = emailIn(person)
  const phone = phoneIn(person)
  const jobs = objectsOf(person.job_history, 100)
  return personResult({
    ...identityOf(person),
    seniority: textOf(jobs.find((job) => job.current === true)?.seniority),
    company:
      company === null
        ? null
        : {
            name: textOf(company.name),
            domain: companyHostOf(company.domain),
            linkedin_url: absoluteUrl(company.linkedin_url),
          },
    emails: email === null ? [] : [email.email],
    phones: phone === null ? [] : [phone],
    experience: jobs.map((job) => ({
      title: textOf(job.title),
      company: textOf(job.company_name),
      started_on: month(job.start_year, job.start_month),
      ended_on: month(job.end_year, job.end_month),
    })),
    skills: textsOf(person.skills, 200),
  })
}

function month(year: Json | undefined, of: Json | undefined): string | null {
  const known = yearOf(year)
  const part = countOf(of)
  if (known === null) return null
  return part === null || part < 1 || part > 12 ? String(known) : `${known}-${String(part).padStart(2, '0')}`
}

export function readOwner({ person, company }: ProspeoMatch, input: JsonObject): JsonObject | null {
  if (person === null || namesNoPerson(person)) return null
  return ownerResult({
    ...identityOf(person),
    email: emailOf(input.email),
    company: textOf(company?.name),
    domain: companyHostOf(company?.domain),
  })
}

/** null: the person may be known, but not the profile. */
export function readProfile({ person, company }: ProspeoMatch): JsonObject | null {
  const { location: _, ...known } = identityOf(person ?? {})
  return known.linkedin_url === null
    ? null
    : { ...known, confidence: null, company: textOf(company?.name), domain: companyHostOf(company?.domain) }
}

/** null: a match without a company. */
export function readCompany({ company }: ProspeoMatch): JsonObject | null {
  const name = textOf(company?.name)
  if (company === null || name === null) return null
  return companyResult({
    name,
    domain: companyHostOf(company.domain) ?? companyHostOf(company.website),
    description: textOf(company.description) ?? textOf(company.description_seo),
    industry: textOf(company.industry),
    employees: countOf(company.employee_count),
    employee_range: textOf(company.employee_range),
    founded_year: yearOf(company.founded),
    headquarters: place(company.location),
    linkedin_url: absoluteUrl(company.linkedin_url),
    logo_url: urlOf(company.logo_url),
    revenue_range: textOf(company.revenue_range_printed),
    tags: textsOf(company.keywords, 100),
  })
}

/** null: neither a sum nor a round is known. */
export function readFunding({ company }: ProspeoMatch): JsonObject | null {
  const funding = objectOf(company?.funding)
  const rounds = objectsOf(funding?.funding_events, 100).map((event) => ({
    type: textOf(event.stage),
    amount_usd: amountOf(event.amount),
    date: dateOf(event.raised_at)?.slice(0, 10) ?? null,
    investors: null,
  }))
  return fundingResult(amountOf(funding?.total_funding), rounds)
}

/** null: none is known. */
export function readTechnologies({ company }: ProspeoMatch): JsonObject | null {
  const technology = objectOf(company?.technology)
  const listed = objectsOf(technology?.technology_list, 1000).flatMap(({ name: value, category }) => {
    const name = textOf(value)
    return name === null ? [] : [[name, textOf(category)] as const]
  })
  const categories = new Map(listed)
  for (const name of textsOf(technology?.technology_names, 1000)) if (!categories.has(name)) categories.set(name, null)
  return technologiesResult([...categories].slice(0, 1000).map(([name, category]) => ({ name, category })))
}

/** The code of a refusal, for example NO_MATCH; a 200 may carry one too. */
export const errorCode = (body: Json): string | null => textOf(objectOf(body)?.error_code)
