import { readSubject } from '../identity/read.ts'
import type { JsonObject } from '../json/json.ts'
import { ENVIRONMENTS, type Environment } from '../runs/states.ts'
import { sendOf } from './recipients.ts'

/** Which person unsubscribes from which sender, and by which of its emails. */
export interface Unsubscription {
  readonly workspaceId: string
  readonly environment: Environment
  readonly runId: string
  /** Normalized. */
  readonly address: string
}

/** Where the links lead: `<public address>/u/<token>`. */
export const UNSUBSCRIBE_PATH = '/u/'

/** RFC 8058: the body of the request by which a mail client unsubscribes with one click. */
export const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' } as const

/**
 * A token as it appears in a link and in the subject of a mail; `db/outreach/outbound/unsubscribe-token.ts` makes it.
 */
export const UNSUBSCRIBE_TOKEN = 'unsub_[A-Za-z0-9_-]{1,1400}\\.\\d{1,9}\\.[A-Za-z0-9_-]{43}'

/**
 * The recipient who may unsubscribe by the headers of an email, or null for none: it is transactional, or it goes to
 * several people, each of which could unsubscribe the others (decisions, "unsubscribe").
 */
export function unsubscriber(input: JsonObject): string | null {
  if (input['transactional'] === true) return null
  const [only, second] = sendOf('email.send', input)?.recipients ?? []
  if (only === undefined || second !== undefined) return null
  return readSubject(only.value, 'email')?.value ?? null
}

/** RFC 5322 allows a line of 998 characters; the name of the header is one of them. */
const LINE_MAX = 900

/**
 * The headers of RFC 2369 and RFC 8058. `mailbox`: an address whose mail the service reads; null: there is none. It is
 * left out where the line would be too long.
 */
export function unsubscribeHeaders({
  publicUrl,
  token,
  mailbox,
}: {
  readonly publicUrl: string
  readonly token: string
  readonly mailbox: string | null
}): Readonly<Record<string, string>> {
  const link = `<${publicUrl}${UNSUBSCRIBE_PATH}${token}>`
  const both = mailbox === null ? link : `${link}, <mailto:${encodeURI(mailbox)}?subject=${SUBJECT}%20${token}>`
  return {
    'List-Unsubscribe': both.length > LINE_MAX ? link : both,
    'List-Unsubscribe-Post': `${ONE_CLICK.name}=${ONE_CLICK.value}`,
  }
}

const SUBJECT = 'unsubscribe'
const IN_SUBJECT = new RegExp(`^\\s*${SUBJECT}\\s+(${UNSUBSCRIBE_TOKEN})\\s*$`, 'i')

/** The token in the subject of a mail to a `mailto:` of these headers; null: the mail is something else. */
export const tokenInSubject = (subject: string | null): string | null => IN_SUBJECT.exec(subject ?? '')?.[1] ?? null

/** In a form of several parts (RFC 7578), whose values are not encoded. */
const PART = new RegExp(`[\\s"]${ONE_CLICK.name}"\\r?\\n\\r?\\n${ONE_CLICK.value}\\s*(?:$|[\\r\\n])`, 'i')

/**
 * Whether a body is the one of RFC 8058, as a form of either encoding. Mail programs percent-encode the pairs as they
 * like, also the hyphens.
 */
export const isOneClick = (body: string): boolean =>
  PART.test(body) ||
  [...new URLSearchParams(body.trim())].some(
    ([name, value]) =>
      name.toLowerCase() === ONE_CLICK.name.toLowerCase() &&
      value.trim().toLowerCase() === ONE_CLICK.value.toLowerCase(),
  )

/** The text that a token carries and that its code covers. */
export const writeUnsubscription = ({ workspaceId, environment, runId, address }: Unsubscription): string =>
  JSON.stringify([workspaceId, environment, runId, address])

/** null: the text is none. */
export function readUnsubscription(text: string): Unsubscription | null {
  const read: unknown = JSON.parse(text)
  const [workspaceId, environment, runId, address]: unknown[] = Array.isArray(read) ? read : []
  const known = ENVIRONMENTS.find((one) => one === environment)
  return typeof workspaceId === 'string' &&
    typeof runId === 'string' &&
    typeof address === 'string' &&
    known !== undefined
    ? { workspaceId, environment: known, runId, address }
    : null
}
