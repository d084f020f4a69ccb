import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { Career, Position } from '../job-change.ts'
import { companyRecord, companyResult, ownerResult, personRecord, personResult, profileResult } from '../records.ts'
import {
  absoluteUrl,
  countOf,
  dateOf,
  emailOf,
  companyHostOf,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  phoneOf,
  placeOf,
  textOf,
  textsOf,
  unique,
  yearOf,
} from '../wire.ts'

const EMAILS_MAX = 50
const PHONES_MAX = 50

/**
 * Every reader here checks the type of a contact field: where the account may not see a value, the field holds `true`,
 * which is neither an address nor a number.
 */
const emailsOf = (data: JsonObject): string[] =>
  unique(
    [
      data.work_email,
      ...listOf(data.personal_emails, EMAILS_MAX),
      ...listOf(data.emails, EMAILS_MAX).map((entry) => objectOf(entry)?.address),
    ].flatMap((value) => emailOf(value) ?? []),
  ).slice(0, EMAILS_MAX)

const phonesOf = (data: JsonObject): string[] =>
  unique([data.mobile_phone, ...listOf(data.phone_numbers, PHONES_MAX)].flatMap((value) => phoneOf(value) ?? [])).slice(
    0,
    PHONES_MAX,
  )

const identityOf = (data: JsonObject) => ({
  full_name: textOf(data.full_name),
  first_name: textOf(data.first_name),
  last_name: textOf(data.last_name),
  headline: textOf(data.headline),
  title: textOf(data.job_title),
  location: placeOf({
    city: textOf(data.location_locality),
    region: textOf(data.location_region),
    country: textOf(data.location_country),
  }),
  linkedin_url: absoluteUrl(data.linkedin_url),
})

const namesNoPerson = (data: JsonObject): boolean =>
  textOf(data.full_name) === null && absoluteUrl(data.linkedin_url) === null

/** null: a match without a person. */
export function readPerson(data: JsonObject): JsonObject | null {
  if (namesNoPerson(data)) return null
  const company = {
    name: textOf(data.job_company_name),
    domain: companyHostOf(data.job_company_website),
    linkedin_url: absoluteUrl(data.job_company_linkedin_url),
  }
  return personResult({
    ...identityOf(data),
    seniority: levelOf(data.job_title_levels),
    company: Object.values(company).every((member) => member === null) ? null : company,
    emails: emailsOf(data),
    phones: phonesOf(data),
    experience: listOf(data.experience, 100).flatMap(position),
    education: listOf(data.education, 50).flatMap(schooling),
    skills: textsOf(data.skills, 200),
  })
}

/** The present job is next to the career. A position without an end may be an old one that was never closed. */
export function careerOf(data: JsonObject): Career | null {
  if (namesNoPerson(data)) return null
  const { full_name, linkedin_url, title } = identityOf(data)
  const company = textOf(data.job_company_name)
  const job: Position = {
    title,
    company,
    domain: companyHostOf(data.job_company_website),
    linkedin_url: absoluteUrl(data.job_company_linkedin_url),
    started_on: dateOf(data.job_start_date),
    ended_on: null,
  }
  return {
    full_name,
    linkedin_url,
    present: company === null ? [] : [job],
    past: objectsOf(data.experience, 100)
      .map(positionOf)
      .filter(({ ended_on }) => ended_on !== null),
  }
}

function positionOf(entry: JsonObject): Position {
  const company = objectOf(entry.company)
  return {
    title: textOf(objectOf(entry.title)?.name) ?? textOf(entry.title),
    company: textOf(company?.name),
    domain: companyHostOf(company?.website),
    linkedin_url: absoluteUrl(company?.linkedin_url),
    started_on: dateOf(entry.start_date),
    ended_on: dateOf(entry.end_date),
  }
}

export function readOwner(data: JsonObject, input: JsonObject): JsonObject | null {
  if (namesNoPerson(data)) return null
  return ownerResult({
    ...identityOf(data),
    email: emailOf(input.email),
    company: textOf(data.job_company_name),
    domain: companyHostOf(data.job_company_website),
  })
}

/** null: no number that the account may see. */
export function readPhone(data: JsonObject): JsonObject | null {
  const phone = phoneOf(data.mobile_phone)
  return phone === null ? null : { phone, type: 'mobile', country: null, confidence: null }
}

/** null: no address that the account may see. */
export function readPersonalEmail(data: JsonObject): JsonObject | null {
  const emails = unique(listOf(data.personal_emails, EMAILS_MAX).flatMap((value) => emailOf(value) ?? []))
  if (emails[0] === undefined) return null
  const { first_name, last_name, linkedin_url } = identityOf(data)
  return { email: emails[0], email_status: null, confidence: null, emails, first_name, last_name, linkedin_url }
}

export function readPersonRow(data: JsonObject): JsonObject | null {
  if (namesNoPerson(data)) return null
  return personRecord({
    ...identityOf(data),
    seniority: levelOf(data.job_title_levels),
    department: textOf(data.job_title_role),
    company: textOf(data.job_company_name),
    domain: companyHostOf(data.job_company_website),
    email: emailOf(data.work_email),
    phone: phoneOf(data.mobile_phone),
  })
}

/** The documentation has one level in its text, and several in its example answers. */
const levelOf = (value: Json | undefined): string | null => textOf(Array.isArray(value) ? value[0] : value)

function position(value: Json): JsonObject[] {
  const entry = objectOf(value)
  if (entry === null) return []
  return [
    {
      title: textOf(objectOf(entry.title)?.name) ?? textOf(entry.title),
      company: textOf(objectOf(entry.company)?.name),
      started_on: dateOf(entry.start_date),
      ended_on: dateOf(entry.end_date),
    },
  ]
}

function schooling(value: Json): JsonObject[] {
  const entry = objectOf(value)
  if (entry === null) return []
  return [
    {
      school: textOf(objectOf(entry.school)?.name),
      degree: textOf(listOf(entry.degrees, 1)[0]),
      field: textOf(listOf(entry.majors, 1)[0]),
      started_on: dateOf(entry.start_date),
      ended_on: dateOf(entry.end_date),
    },
  ]
}

export function readCompanyRow(data: JsonObject): JsonObject | null {
  const known = companyOf(data)
  return known === null ? null : companyRecord(known)
}

/** null: a match without a company. */
export function readCompany(data: JsonObject): JsonObject | null {
  const known = companyOf(data)
  return known === null ? null : companyResult({ ...known, tags: textsOf(data.tags, 100) })
}

function companyOf(data: JsonObject) {
  const name = textOf(data.name)
  if (name === null) return null
  const location = objectOf(data.location)
  return {
    name,
    domain: companyHostOf(data.website),
    description: textOf(data.summary) ?? textOf(data.headline),
    industry: textOf(data.industry),
    employees: countOf(data.employee_count),
    employee_range: textOf(data.size),
    founded_year: yearOf(data.founded),
    headquarters: placeOf({
      city: textOf(location?.locality),
      region: textOf(location?.region),
      country: textOf(location?.country),
    }),
    linkedin_url: absoluteUrl(data.linkedin_url),
  }
}

/** null: the size is not known. Growth comes only with a larger bundle of fields. */
export function readHeadcount(data: JsonObject): JsonObject | null {
  const known = companyOf(data)
  if (known === null || (known.employees === null && known.employee_range === null)) return null
  const rates = objectOf(data.employee_growth_rate)
  const growth = {
    six_months: numberOf(rates?.['6_month'], { min: -1 }),
    twelve_months: numberOf(rates?.['12_month'], { min: -1 }),
    twenty_four_months: numberOf(rates?.['24_month'], { min: -1 }),
  }
  const departments = countsOf(data.employee_count_by_role, 100)
  const history = countsOf(data.employee_count_by_month, 240)
  return {
    name: known.name,
    domain: known.domain,
    linkedin_url: known.linkedin_url,
    employees: known.employees,
    employee_range: known.employee_range,
    growth: Object.values(growth).every((rate) => rate === null) ? null : growth,
    departments: departments.length === 0 ? null : departments.map(([name, employees]) => ({ name, employees })),
    history:
      history.length === 0
        ? null
        : history.map(([month, employees]) => ({ date: month.slice(0, DATE_LENGTH), employees })),
  }
}

/** "2026-01" or a day. */
const DATE_LENGTH = 10

const countsOf = (value: Json | undefined, maxItems: number): (readonly [string, number])[] =>
  Object.entries(objectOf(value) ?? {})
    .slice(-maxItems)
    .flatMap(([name, count]) => {
      const employees = countOf(count)
      return employees === null ? [] : [[name, employees] as const]
    })

export const readProfile = (data: JsonObject): JsonObject | null =>
  profileResult(identityOf(data), {
    name: textOf(data.job_company_name),
    domain: companyHostOf(data.job_company_website),
  })

/** null: no list at all. */
export function readList(
  body: Json,
  limit: number,
  read: (row: JsonObject) => JsonObject | null,
): { readonly output: JsonObject; readonly items: readonly JsonObject[] } | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.data)) return null
  const items = listOf(answer.data, limit).flatMap((value) => {
    const row = objectOf(value)
    const item = row === null ? null : read(row)
    return item === null ? [] : [item]
  })
  return { output: { items, total: countOf(answer.total) }, items }
}
