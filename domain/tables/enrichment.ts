import { readSubject } from '../identity/read.ts'
import { type Json, isJsonObject, type JsonObject } from '../json/json.ts'

/** Enrichments that a saved row answers (Spec 4.6), and the kind of their subject. */
const ENRICHES: Readonly<Record<string, 'person' | 'company' | 'profile'>> = {
  'contact.find': 'person',
  'contact.phone': 'person',
  'person.enrich': 'person',
  'company.enrich': 'company',
  'company.funding': 'company',
  'company.technologies': 'company',
  'social.profile': 'profile',
}

/** How long an enrichment in a row is as good as a new one (Spec 8). */
export const ENRICHMENT_REUSE_DAYS = 30

/** The key under which a saved enrichment is found (Spec 4.6). */
export interface EnrichmentSubject {
  /** A kind of identity, or `person` and `company` for subjects identified by name. */
  readonly kind: string
  readonly value: string
  /**
   * Whether an answer is looked up by it. A name next to a profile only stores the result: many people share a name.
   */
  readonly lookup: boolean
}

/** The source of a saved answer (decisions, "saved answer"). */
export interface AnswerSource {
  readonly table: string
  readonly key: string
  readonly run_id: string
  /** ISO 8601. */
  readonly saved_at: string
}

type Subject = Omit<EnrichmentSubject, 'lookup'>

/**
 * The subject of an enrichment, however its input names it; null if no saved row can answer the enrichment. Two inputs
 * with a subject in common request the same enrichment.
 */
export function enrichmentOf(capability: string | null, input: Json): EnrichmentSubject[] | null {
  const about = capability === null ? undefined : ENRICHES[capability]
  if (about === undefined || !isJsonObject(input)) return null
  const surest = SUREST[about](input)
  const named = NAMED[about](input)
  const subjects = [
    ...surest.map((subject) => ({ ...subject, lookup: true })),
    ...named.map((subject) => ({ ...subject, lookup: surest.length === 0 })),
  ]
  return subjects.filter(({ value }) => value.length <= VALUE_LENGTH_MAX)
}

/** The database compares values up to this length. */
const VALUE_LENGTH_MAX = 500

const SUREST = {
  person: (input: JsonObject): Subject[] =>
    [read(input['linkedin_url'], 'linkedin'), read(input['email'], 'email'), read(input['phone'], 'phone')].flat(),
  company: (input: JsonObject): Subject[] =>
    [read(input['domain'], 'domain'), read(input['linkedin_url'], 'linkedin')].flat(),
  profile: (input: JsonObject): Subject[] => profileOf(input),
} as const

const NAMED = {
  person(input: JsonObject): Subject[] {
    const name = text(input['full_name']) ?? joined(text(input['first_name']), text(input['last_name']))
    if (name === null) return []
    const employers = [
      ...read(input['domain'], 'domain').map(({ value }) => value),
      ...[text(input['company'])].filter((company) => company !== null),
    ]
    return employers.map((employer) => ({ kind: 'person', value: `${name}|${employer}` }))
  },
  company(input: JsonObject): Subject[] {
    const name = text(input['name'])
    return name === null ? [] : [{ kind: 'company', value: name }]
  },
  profile: (): Subject[] => [],
} as const

function profileOf({ platform, handle, url }: JsonObject): Subject[] {
  if (typeof platform !== 'string') return []
  const named = typeof handle === 'string' ? [readSubject(handle, 'handle', platform)] : []
  const linked = typeof url === 'string' ? [readSubject(url, 'handle', platform) ?? readSubject(url, 'linkedin')] : []
  return [...named, ...linked].flatMap((identity) =>
    identity === null ? [] : [{ kind: identity.kind, value: identity.value }],
  )
}

function read(value: Json | undefined, kind: 'linkedin' | 'email' | 'phone' | 'domain'): Subject[] {
  const identity = typeof value === 'string' ? readSubject(value, kind) : null
  return identity === null ? [] : [{ kind, value: identity.value }]
}

const text = (value: Json | undefined): string | null =>
  typeof value === 'string' ? (readSubject(value, 'text')?.value ?? null) : null
const joined = (first: string | null, last: string | null): string | null =>
  first === null || last === null ? null : `${first} ${last}`
