/** Words of Amazon SES, which AgentMail and Resend pass on. All others are about policy, content or a list. */
const SUB_TYPES: ReadonlySet<string> = new Set(['general', 'noemail'])

/**
 * Enhanced status codes that say that a mailbox, its host or its syntax is wrong, or that it is disabled (RFC 3463,
 * RFC 7505). Others of 5.1 are about the sender's address, and 5.7 is policy.
 */
const STATUS = /^5\.(?:1\.(?:[0-36]|10)|2\.1)$/
/** The first status in a diagnostic text; a part of an IP address is none. */
const IN_TEXT = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/

export interface PermanentBounce {
  readonly subType: string | null
  /** A status such as `5.1.1`, or a text that contains one; null: the provider sends none. */
  readonly status: string | null
}

/** What servers without enhanced codes say of a mailbox that is not there. */
const MAILBOX = '(?:user|mailbox|recipient|address|account)'
const UNKNOWN = '(?:unknown|invalid|no such|non-?existent|not exist|not found|disabled)'
const UNKNOWN_WORDS = new RegExp(`${UNKNOWN}.*${MAILBOX}|${MAILBOX}.*${UNKNOWN}|no mailbox`, 'i')

/**
 * Whether a permanent bounce says that its recipient does not exist. A status decides where there is one, then the
 * words of the server, then the sub-type.
 */
export function isUnknownRecipient({ subType, status }: PermanentBounce): boolean {
  if (subType !== null && !SUB_TYPES.has(subType.toLowerCase())) return false
  const code = status === null ? undefined : IN_TEXT.exec(status)?.[0]
  if (code !== undefined) return STATUS.test(code)
  return status === null ? subType !== null : UNKNOWN_WORDS.test(status)
}
