import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/** What becomes a line of a message's header at its provider. */
const HEADER_MEMBERS = [
  'subject',
  'from',
  'from_name',
  'to',
  'cc',
  'bcc',
  'reply_to',
  'replyTo',
  'in_reply_to',
  'inbox_id',
  'display_name',
  'headers',
] as const

/** Providers whose raw calls carry messages. */
const MAIL_PROVIDERS: readonly string[] = ['agentmail', 'resend']

/** A line break in a header begins another one, such as a hidden recipient; a tab is a blank (RFC 5322, 2.2). */
const CONTROL = /(?!\t)\p{Cc}|[\u2028\u2029]/u

export interface HeaderFault {
  /** A JSON pointer below the input. */
  readonly at: string
  readonly message: string
}

const MESSAGE = 'must be one line without control characters, for example `A question`'

/** The members of a mail that would break out of their line of its header (Spec 4.8); empty: none. */
export const headerFaults = (input: Json): HeaderFault[] =>
  Array.isArray(input)
    ? input.flatMap((message, index) =>
        isJsonObject(message) ? faultsOf(message).map(({ at, ...fault }) => ({ at: `/${index}${at}`, ...fault })) : [],
      )
    : isJsonObject(input)
      ? faultsOf(input)
      : []

/** The same of a raw call: none where its provider carries no messages. */
export const headerFaultsOfRaw = (provider: string, input: Json): HeaderFault[] =>
  MAIL_PROVIDERS.includes(provider) ? headerFaults(input) : []

const faultsOf = (message: JsonObject): HeaderFault[] =>
  HEADER_MEMBERS.filter((member) => breaksOut(message[member] ?? null)).map((member) => ({
    at: `/${member}`,
    message: MESSAGE,
  }))

/** Names count as their values do: both are written by the provider. */
const breaksOut = (value: Json): boolean =>
  typeof value === 'string'
    ? CONTROL.test(value)
    : Array.isArray(value)
      ? value.some(breaksOut)
      : isJsonObject(value) &&
        Object.entries(value).some(([name, inner]) => CONTROL.test(name) || breaksOut(inner ?? null))
