import type { JsonObject } from '../json/json.ts'
import type { Recipient, Send } from '../outbound/recipients.ts'
import { unsubscriber } from '../outbound/unsubscribe.ts'
import type { RunError } from '../runs/run-error.ts'
import { countriesOf } from './country.ts'
import { personOfLink } from './person-link.ts'
import { NO_OUTREACH_POLICY, type OutreachRules } from './policy.ts'
import type { TermsOfSend } from './terms.ts'
import { missingOf, NO_PROFILE, type KnownSender } from './profile.ts'

/** A person that a send reaches, with what rows name as the country. */
export interface ReachedPerson extends Recipient {
  /** From 1, in the order of the recipients; null: a chat or a row ties the person to the send. */
  readonly position: number | null
  readonly countries: readonly string[]
}

/** What a workspace has set, and who a send reaches. A member that was not set is absent. */
export interface LawFacts {
  readonly profile: Partial<KnownSender> | null
  readonly policy: Partial<OutreachRules>
  /** null: the policy names no country. */
  readonly people: readonly ReachedPerson[] | null
  /** Whether a recipient was contacted over the channel before, as the guard against repeated messages counts it. */
  readonly contacted: boolean
}

/** A send of a capability; its schema has accepted the input. null: a raw call, to which nothing is added. */
export interface WrittenSend {
  readonly capability: string
  readonly input: JsonObject
}

export type LawJudgement =
  | { readonly kind: 'refused'; readonly error: RunError }
  | { readonly kind: 'allowed'; readonly terms: TermsOfSend }

const UNCHARGED = 'Nothing was sent or charged.'

/**
 * Whether the workspace's own rules let a run send, before anything is held, and what they add to it. `send`: null
 * where its recipients are stored at the provider: they are people in unknown countries.
 */
export function judgeLaw(facts: LawFacts, send: Send | null, written: WrittenSend | null): LawJudgement {
  const rules = { ...NO_OUTREACH_POLICY, ...facts.policy }
  const profile = { ...NO_PROFILE, ...facts.profile }
  const missing = rules.require_profile ? missingOf(profile) : []
  if (missing.length > 0) return refused('sender_profile_required', profileMissing(missing))
  const needed = send?.basis === undefined ? neededBasis(rules, facts.people ?? []) : null
  if (needed?.kind === 'refused') return needed
  const added = send === null || written === null ? {} : addedTo({ ...facts, rules, profile }, send, written)
  return { kind: 'allowed', terms: { ...(needed === null ? {} : UNKNOWN), ...added } }
}

const UNKNOWN = { unknown_country: true } as const

/** Why a send without a basis is refused, or that a country is unknown; null: no basis is needed. */
function neededBasis(
  rules: OutreachRules,
  people: readonly ReachedPerson[],
): Extract<LawJudgement, { kind: 'refused' }> | { readonly kind: 'unknown' } | null {
  if (rules.require_basis_for.length === 0) return null
  const required = new Set(rules.require_basis_for)
  const reached = people.map((person) => ({ ...person, countries: countriesOf(person, person.countries) }))
  for (const { position, countries } of reached) {
    const country = countries.find((one) => required.has(one))
    if (country !== undefined) return refused('lawful_basis_required', basisMissing(position, `is in ${country}`))
  }
  const unknown = reached.find(({ countries }) => countries.length === 0)
  if (unknown === undefined && reached.length > 0) return null
  return rules.unknown_country === 'block'
    ? refused('lawful_basis_required', basisMissing(unknown?.position ?? null, 'is in an unknown country'))
    : { kind: 'unknown' }
}

/** A reply belongs to a conversation that both sides know, and what was requested needs no imprint. */
function addedTo(
  {
    rules,
    profile,
    contacted,
  }: { readonly rules: OutreachRules; readonly profile: KnownSender; readonly contacted: boolean },
  send: Send,
  { capability, input }: WrittenSend,
): TermsOfSend {
  const { legal_name, postal_address } = profile
  const ends = capability === 'email.send' && !send.reply && unsubscriber(input) !== null
  const isFirst = !contacted && personOfLink(capability, input, send) !== null
  return {
    ...(rules.footer === 'append' && ends ? { footer: { legal_name, postal_address } } : {}),
    ...(rules.ai_disclosure === 'line' && send.ai_generated === true ? { ai_line: true } : {}),
    ...(rules.notice_link === 'first_message' && isFirst ? { notice: true } : {}),
  }
}

const refused = (code: RunError['code'], message: string): Extract<LawJudgement, { kind: 'refused' }> => ({
  kind: 'refused',
  error: { code, message: `${message} ${UNCHARGED}` },
})

const profileMissing = (missing: readonly string[]): string =>
  `The outreach policy requires a complete sender profile, which has no ${missing.join(', ')}: an owner of the workspace sets it with PUT /v1/sender-profile.`

const RELATED = 'A person who is related to this message by a table row or the chat'

const basisMissing = (position: number | null, where: string): string =>
  `${position === null ? RELATED : `Recipient ${position}`} ${where}, for which the outreach policy requires a lawful basis: state \`basis\` in the input of the send.`
