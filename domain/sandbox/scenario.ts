import type { Json } from '../json/json.ts'
import type { ReplyClass } from '../replies/classes.ts'

/**
 * Magic inputs of the sandbox, like the card numbers of a payment provider's test mode. A tag may be anywhere in a
 * string behind a plus sign (`robin+no-match@example.com`) or be a label of a host name (`no-match.example.com`). Tags
 * combine: `+slow-3+no-match` misses after three seconds.
 */
export interface Scenario {
  readonly outcome: 'deliver' | 'noMatch' | 'timeout' | 'error'
  /** The cheaper of the two providers fails, so that the other one delivers. */
  readonly fallback: boolean
  /** How long the answer takes, 0 to 20. */
  readonly slowSeconds: number
  /** Actors: the run is stopped after it has collected something. */
  readonly partial: boolean
  /** Actors: the final bill is above or below the cost reported at first. */
  readonly finalBill: 'as reported' | 'up' | 'down'
}

/** Below every deadline of the sandbox's offers, so that slow alone never becomes a timeout. */
const SLOW_SECONDS_MAX = 20
/** Deeper nesting cannot pass any capability's schema. */
const DEPTH_MAX = 8

/** How the recipient of a mail answers it. */
export type SimulatedReply = Exclude<ReplyClass, 'bounce' | 'complaint' | 'calendar' | 'verification_challenge'>

const REPLIES: Readonly<Record<string, SimulatedReply>> = {
  'reply-interested': 'interested',
  'reply-not-interested': 'not_interested',
  'reply-unsubscribe': 'unsubscribe_request',
  'reply-out-of-office': 'out_of_office',
  'reply-automatic': 'auto_reply',
  'reply-left-company': 'left_company',
  'reply-neutral': 'reply',
}

export const SIMULATED_REPLIES: readonly SimulatedReply[] = Object.values(REPLIES)

/** What becomes of a mail; a tag that begins with another one comes before it. */
const MAIL_TAG = ['bounce-policy', 'bounce', ...Object.keys(REPLIES)].join('|')
const TAG = `no-match|timeout|error|fallback|partial|final-bill-up|final-bill-down|slow-\\d{1,3}|${MAIL_TAG}`
const afterPlus = new RegExp(`\\+(${TAG})(?![a-z0-9])`, 'gi')
const tagLabel = new RegExp(`^(?:${TAG})$`, 'i')
// A bare domain, an email or a URL, and nothing else: a host that a text merely mentions is no scenario.
const onlyHost = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]+@)?((?:[^\s/:?#@.]+\.)+[^\s/:?#@.]+)(?:[/:?#]\S*)?$/i

export function readScenario(input: Json): Scenario {
  const tags = new Set(stringsOf(input, DEPTH_MAX).flatMap(tagsOf))
  const slow = [...tags].map(slowSecondsOf)
  return {
    outcome: outcomeOf(tags),
    fallback: tags.has('fallback'),
    slowSeconds: Math.min(Math.max(0, ...slow), SLOW_SECONDS_MAX),
    partial: tags.has('partial'),
    finalBill: tags.has('final-bill-up') ? 'up' : tags.has('final-bill-down') ? 'down' : 'as reported',
  }
}

/** Why mail to an address bounces in the sandbox: there is no such mailbox, or the server refuses the message. */
export type SimulatedBounceReason = 'unknown_recipient' | 'policy'

const BOUNCES: Readonly<Record<string, SimulatedBounceReason>> = {
  bounce: 'unknown_recipient',
  'bounce-policy': 'policy',
}

/** null: mail to the address arrives. */
export const bounceOf = (address: string): SimulatedBounceReason | null =>
  tagsOf(address)
    .map((tag) => BOUNCES[tag])
    .find((reason) => reason !== undefined) ?? null

/** null: mail to the address gets no answer. */
export const replyOf = (address: string): SimulatedReply | null =>
  tagsOf(address)
    .map((tag) => REPLIES[tag])
    .find((reply) => reply !== undefined) ?? null

const mailAfterPlus = new RegExp(`\\+(?:${MAIL_TAG})(?![a-z0-9])`, 'i')

/** The tag of an input that decides about mail to a found address, with its plus sign; empty if it has none. */
export const mailTagOf = (input: Json): string =>
  stringsOf(input, DEPTH_MAX)
    .map((value) => mailAfterPlus.exec(value)?.[0].toLowerCase())
    .find((tag) => tag !== undefined) ?? ''

/** The string without its tags, so that answers built from it look like answers. */
export const withoutTags = (value: string): string => value.replaceAll(afterPlus, '')

/** The sentence of the capability inspect page that names the scenarios. */
export const SCENARIO_NOTE =
  'Put +no-match, +timeout, +error, +fallback or +slow-<seconds> into an email or name, or use one as a label of a domain.'

function outcomeOf(tags: ReadonlySet<string>): Scenario['outcome'] {
  if (tags.has('error')) return 'error'
  if (tags.has('timeout')) return 'timeout'
  return tags.has('no-match') ? 'noMatch' : 'deliver'
}

function tagsOf(value: string): string[] {
  const host = onlyHost.exec(value)?.[1] ?? ''
  const labels = host.split('.').filter((label) => tagLabel.test(label))
  const tagged = [...value.matchAll(afterPlus)].map((match) => match[1] ?? '')
  return [...labels, ...tagged].map((tag) => tag.toLowerCase())
}

const slowSecondsOf = (tag: string): number => (tag.startsWith('slow-') ? Number(tag.slice('slow-'.length)) : 0)

function stringsOf(value: Json, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object' || depth === 0) return []
  return Object.values(value).flatMap((member) => stringsOf(member, depth - 1))
}
