import { DOMAIN_EMAILS_LIMIT_DEFAULT } from '../../../domain/capabilities/contact-domain-emails.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import {
  booleanOf,
  countOf,
  emailOf,
  hostOf,
  listOf,
  objectOf,
  percentageOf,
  phoneOf,
  absoluteUrl,
  textOf,
} from '../wire.ts'
import { statusOf } from './map.ts'

/** Our departments under Hunter's names; departments that Hunter does not know are missing. */
const DEPARTMENTS: Readonly<Record<string, string>> = {
  management: 'management',
  sales: 'sales',
  marketing: 'marketing',
  finance: 'finance',
  hr: 'hr',
  legal: 'legal',
  it: 'it',
  design: 'design',
  operations: 'operations',
  support: 'support',
  education: 'education',
  health: 'health',
}
/** Hunter knows three levels. Only our levels with the same meaning are mapped; others would deliver other people. */
const SENIORITIES: Readonly<Record<string, string>> = { c_suite: 'executive', senior: 'senior', entry: 'junior' }
export const DEPARTMENTS_TAKEN = Object.keys(DEPARTMENTS)
export const SENIORITIES_TAKEN = Object.keys(SENIORITIES)
const TYPES: readonly string[] = ['personal', 'generic']

type Query = Record<string, string | number | undefined>

export const limitOf = (input: JsonObject): number => countOf(input.limit) ?? DOMAIN_EMAILS_LIMIT_DEFAULT

/** Query of GET /domain-search; null: the input has a filter that Hunter lacks. */
export function domainQuery(input: JsonObject): Query | null {
  const department = translated(input.department, DEPARTMENTS)
  const seniority = translated(input.seniority, SENIORITIES)
  if (department === null || seniority === null) return null
  const limit = limitOf(input)
  return {
    ...companyQuery(input),
    type: textOf(input.type) ?? undefined,
    department,
    seniority,
    limit,
    offset: ((countOf(input.page) ?? 1) - 1) * limit,
  }
}

/** Every answer has the pattern, so the smallest one is requested. */
export const patternQuery = (input: JsonObject): Query => ({
  ...companyQuery({ ...input, company: input.name ?? null }),
  limit: 1,
})

function companyQuery(input: JsonObject): Query {
  const domain = textOf(input.domain)
  return domain === null ? { company: textOf(input.company) ?? undefined } : { domain }
}

/** undefined: not requested; null: requested, and not known to Hunter. */
function translated(value: Json | undefined, names: Readonly<Record<string, string>>): string | null | undefined {
  const wanted = textOf(value)
  return wanted === null ? undefined : (names[wanted] ?? null)
}

export function readDomain(
  data: JsonObject,
  limit: number,
): { readonly output: JsonObject; readonly items: readonly JsonObject[] } {
  const items = listOf(data.emails, limit).flatMap(readAddress)
  return {
    output: { domain: hostOf(data.domain), company: textOf(data.organization), pattern: textOf(data.pattern), items },
    items,
  }
}

/** null: no pattern is known. */
export function readPattern(data: JsonObject, meta: JsonObject | null): JsonObject | null {
  const pattern = textOf(data.pattern)
  if (pattern === null) return null
  return {
    domain: hostOf(data.domain),
    pattern,
    example: null,
    accept_all: booleanOf(data.accept_all),
    sample_size: countOf(meta?.results),
    patterns: [{ pattern, share: null }],
  }
}

function readAddress(value: Json): JsonObject[] {
  const address = objectOf(value)
  const email = emailOf(address?.value)
  if (address === null || email === null) return []
  const first = textOf(address.first_name)
  const last = textOf(address.last_name)
  const type = textOf(address.type)
  return [
    {
      email,
      email_status: statusOf(objectOf(address.verification)?.status),
      confidence: percentageOf(address.confidence),
      type: type !== null && TYPES.includes(type) ? type : null,
      full_name: first !== null && last !== null ? `${first} ${last}` : null,
      first_name: first,
      last_name: last,
      title: textOf(address.position),
      seniority: textOf(address.seniority),
      department: textOf(address.department),
      phone: phoneOf(address.phone_number),
      linkedin_url: absoluteUrl(address.linkedin),
    },
  ]
}
