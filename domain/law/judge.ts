import type { Recipient, Send } from '../outbound/recipients.ts'
import type { RunError } from '../runs/run-error.ts'
import { countriesOf } from './country.ts'
import { type OutreachRules, NO_OUTREACH_POLICY } from './policy.ts'
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
}

export type LawJudgement =
  | { readonly kind: 'refused'; readonly error: RunError }
  /** `unknownCountry`: of a recipient; the policy would require a basis if it were one of its countries. */
  | { readonly kind: 'allowed'; readonly unknownCountry: boolean }

const UNCHARGED = 'Nothing was sent or charged.'

/**
 * Whether the workspace's own rules let a run send, before anything is held. `send`: null where its recipients are
 * stored at the provider: they are people in unknown countries.
 */
export function judgeLaw({ profile, policy, people }: LawFacts, send: Send | null): LawJudgement {
  const rules = { ...NO_OUTREACH_POLICY, ...policy }
  const missing = rules.require_profile ? missingOf({ ...NO_PROFILE, ...profile }) : []
  if (missing.length > 0) return refused('sender_profile_required', profileMissing(missing))
  if (rules.require_basis_for.length === 0 || send?.basis !== undefined)
    return { kind: 'allowed', unknownCountry: false }
  const reached = (people ?? []).map((person) => ({ ...person, countries: countriesOf(person, person.countries) }))
  const required = new Set(rules.require_basis_for)
  for (const { position, countries } of reached) {
    const country = countries.find((one) => required.has(one))
    if (country !== undefined) return refused('lawful_basis_required', basisMissing(position, `is in ${country}`))
  }
  const unknown = reached.find(({ countries }) => countries.length === 0)
  if (unknown === undefined && reached.length > 0) return { kind: 'allowed', unknownCountry: false }
  return rules.unknown_country === 'block'
    ? refused('lawful_basis_required', basisMissing(unknown?.position ?? null, 'is in an unknown country'))
    : { kind: 'allowed', unknownCountry: true }
}

const refused = (code: RunError['code'], message: string): LawJudgement => ({
  kind: 'refused',
  error: { code, message: `${message} ${UNCHARGED}` },
})

const profileMissing = (missing: readonly string[]): string =>
  `The outreach policy requires a complete sender profile, which has no ${missing.join(', ')}: an owner of the workspace sets it with PUT /v1/sender-profile.`

const RELATED = 'A person who is related to this message by a table row or the chat'

const basisMissing = (position: number | null, where: string): string =>
  `${position === null ? RELATED : `Recipient ${position}`} ${where}, for which the outreach policy requires a lawful basis: state \`basis\` in the input of the send.`
