import { BARE_WORD, type BounceClass, BOUNCE_RULES, type BounceRule, SUB_TYPES } from './rules.ts'

/** What a provider reports of one recipient of a bounced mail. */
export interface Bounce {
  /** The provider calls it final. */
  readonly permanent: boolean
  /** The provider's own word for the kind, such as `General`; null: it has none. */
  readonly subType: string | null
  /** A status such as `5.1.1`, a word such as `bounced`, or the mail server's text; null: the provider sends none. */
  readonly status: string | null
}

/** Longer than any answer of a mail server that providers pass on; RFC 5321 allows 512 bytes for each of its lines. */
const TEXT_MAX = 4_096

/** The first enhanced status code of a text; a part of an IP address is none (RFC 3463). */
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/
/** The first reply code of a text (RFC 5321). */
const REPLY = /(?<![\w.#:-])[45]\d\d(?=[\s-]|$)/

/**
 * What states nothing about the reason, but may contain any word: addresses, URLs, names of hosts, ids in brackets, and
 * the codes that begin each line.
 */
const NAMES: readonly RegExp[] = [
  /\bhttps?:\/\/\S+/gi,
  /<?[^\s<>"(),;]+@[^\s<>"(),;]+>?/g,
  /\[[^\]]{0,200}\]/g,
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)+\.[a-z]{2,}\b/g,
  /(?<![\w.])[245]\d\d[ -](?:[245]\.\d{1,3}\.\d{1,3})?/g,
]

interface Text {
  readonly words: string
  readonly enhanced: string | null
  readonly reply: string | null
}

function textOf(status: string): Text {
  const text = status.slice(0, TEXT_MAX)
  const words = NAMES.reduce((rest, pattern) => rest.replace(pattern, ' '), text.replaceAll('’', "'"))
  return {
    words: words
      .toLowerCase()
      .replace(/[\s_]+|(?<=\w)\.(?=\w)/g, ' ')
      .trim(),
    enhanced: ENHANCED.exec(text)?.[0] ?? null,
    reply: REPLY.exec(text)?.[0] ?? null,
  }
}

const matches =
  ({ words, enhanced, reply }: Text) =>
  (rule: BounceRule): boolean =>
    (rule.words === undefined || rule.words.test(words)) &&
    (rule.status === undefined || (enhanced !== null && rule.status.test(enhanced))) &&
    (rule.reply === undefined || (reply !== null && rule.reply.test(reply)))

/**
 * The class of a bounce, for all who need one: credits, accuracy, suppressions. The provider's own judgement comes
 * first, then the text, and where the text has no reason, the provider's word for the kind. A final refusal that states
 * nothing known is the policy of the recipient's server: it does not state that the address does not exist.
 */
export function readBounce({ permanent, subType, status }: Bounce, rules = BOUNCE_RULES): BounceClass {
  const text = status === null || status.trim() === '' ? null : textOf(status)
  const rule = text === null ? undefined : rules.find(matches(text))
  if (!permanent) return rule?.class === 'sender_fault' ? 'sender_fault' : 'transient'
  const kind = subType === null ? null : (SUB_TYPES[subType.toLowerCase()] ?? 'recipient_policy')
  if (kind !== null && kind !== 'text') return kind
  if (text === null || BARE_WORD.test(text.words)) return kind === null ? 'recipient_policy' : 'unknown_recipient'
  return rule?.class ?? 'recipient_policy'
}
