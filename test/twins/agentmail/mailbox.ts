import { randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { perAccount, type Account } from '../kit/twin.ts'

/** A message of an inbox. */
export interface Mail {
  readonly message_id: string
  readonly thread_id: string
  readonly inbox_id: string
  readonly labels: readonly string[]
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly in_reply_to: string | null
  readonly headers: JsonObject
  readonly timestamp: string
}

/** What one account of AgentMail has. */
export interface Mailboxes {
  readonly inboxes: Map<string, JsonObject>
  readonly mails: Map<string, Mail>
  readonly domains: Map<string, JsonObject>
  /** By idempotency key: the request and its answer. */
  readonly sent: Map<string, { readonly request: string; readonly answer: JsonObject }>
}

export const mailboxesOf: (account: Account) => Mailboxes = perAccount(() => ({
  inboxes: new Map(),
  mails: new Map(),
  domains: new Map(),
  sent: new Map(),
}))

/** A new mail of this inbox; an answer stays in its thread. */
export function newMail(
  boxes: Mailboxes,
  inbox: string,
  mail: Partial<
    Pick<Mail, 'from' | 'to' | 'cc' | 'bcc' | 'subject' | 'text' | 'html' | 'in_reply_to' | 'headers' | 'labels'>
  >,
): Mail {
  const answered =
    mail.in_reply_to === null || mail.in_reply_to === undefined ? undefined : boxes.mails.get(mail.in_reply_to)
  const made: Mail = {
    message_id: `<${randomUUID()}@agentmail.example>`,
    thread_id: answered?.thread_id ?? randomUUID(),
    inbox_id: inbox,
    labels: mail.labels ?? ['sent'],
    from: mail.from ?? inbox,
    to: mail.to ?? [],
    cc: mail.cc ?? [],
    bcc: mail.bcc ?? [],
    subject: mail.subject ?? (answered === undefined ? '' : `Re: ${answered.subject}`),
    text: mail.text ?? '',
    html: mail.html ?? null,
    in_reply_to: mail.in_reply_to ?? null,
    headers: mail.headers ?? {},
    timestamp: new Date().toISOString(),
  }
  boxes.mails.set(made.message_id, made)
  return made
}

export const textsOf = (value: Json): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')

export const textOr = (value: Json, otherwise: string): string => (typeof value === 'string' ? value : otherwise)
