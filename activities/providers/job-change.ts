import type { Json, JsonObject } from '../../domain/json/json.ts'
import { hostOf, textOf } from './wire.ts'

export interface Position {
  readonly title: string | null
  readonly company: string | null
  readonly domain: string | null
  readonly linkedin_url: string | null
  readonly started_on: string | null
  readonly ended_on: string | null
}

/** A person's positions as a provider knows them, in any order. */
export interface Career {
  readonly full_name: string | null
  readonly linkedin_url: string | null
  readonly present: readonly Position[]
  readonly past: readonly Position[]
}

interface Employer {
  readonly domain: string | null
  readonly company: string | null
}

/** The input of a match: a past employer narrows it only where nothing else names the person. */
export function personOf(input: JsonObject): JsonObject {
  const { linkedin_url = null, email = null } = input
  return linkedin_url === null && email === null ? input : { linkedin_url, email }
}

/**
 * The entire result of `person.job_change`: the employer of the input compared with the present one; null without a
 * position. `changed` is null where nothing comparable is known.
 */
export function jobChange(input: JsonObject, { full_name, linkedin_url, present, past }: Career): JsonObject | null {
  const known: Employer = {
    domain: hostOf(input.domain) ?? employerIn(textOf(input.email)),
    company: textOf(input.company),
  }
  const now = latestFirst(present)
  const before = latestFirst(past)
  const current = now.find((position) => isAt(position, known) === true) ?? now[0] ?? null
  const left = before.find((position) => isAt(position, known) === true) ?? null
  if (current === null && before[0] === undefined) return null
  const changed = current === null ? left !== null || null : negated(isAt(current, known))
  return {
    changed,
    changed_on: changed === true ? (current?.started_on ?? left?.ended_on ?? null) : null,
    full_name,
    linkedin_url,
    current: current === null ? null : { ...current },
    previous: positionOf(changed === true ? (left ?? unknownPosition(known)) : (before[0] ?? null)),
  }
}

/** Services whose mailboxes anyone can have: an address there names no employer. */
const PUBLIC_MAIL =
  /^(?:(?:yahoo|hotmail|outlook|live|gmx|yandex|proton)\.[a-z.]+|(?:gmail|googlemail|icloud|me|aol|msn|ymail|protonmail|zoho|fastmail|hey|qq|163|126)\.com|web\.de|mail\.(?:ru|com))$/

function employerIn(email: string | null): string | null {
  const domain = hostOf(email?.split('@')[1])
  return domain === null || PUBLIC_MAIL.test(domain) ? null : domain
}

const positionOf = (position: Position | null): Json => (position === null ? null : { ...position })
const negated = (answer: boolean | null): boolean | null => (answer === null ? null : !answer)

const unknownPosition = ({ domain, company }: Employer): Position => ({
  title: null,
  company,
  domain,
  linkedin_url: null,
  started_on: null,
  ended_on: null,
})

/** null: nothing that both sides have can be compared. Domains are surer than names. */
function isAt(position: Position, known: Employer): boolean | null {
  if (position.domain !== null && known.domain !== null) return isSameSite(position.domain, known.domain)
  if (position.company !== null && known.company !== null) return nameOf(position.company) === nameOf(known.company)
  return null
}

const isSameSite = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

/** "Example Works, Inc." and "example works" are one company. */
const LEGAL_FORM = /[\s,]+(?:inc|llc|ltd|limited|corp|corporation|co|company|gmbh|ag|sa|sas|bv|plc|pty)\.?$/i
const nameOf = (name: string): string => name.trim().replace(LEGAL_FORM, '').replace(/\s+/g, ' ').toLowerCase()

/** Dates are in ISO 8601, as precise as they are known, so their text sorts them. A position without a date is last. */
const latestFirst = (positions: readonly Position[]): Position[] =>
  positions.toSorted((a, b) => (b.started_on ?? '').localeCompare(a.started_on ?? ''))
