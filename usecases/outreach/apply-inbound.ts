import { recordAddressReports } from '../../db/outreach/bounces/record.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Queries } from '../../db/database.ts'
import type { EventToWrite, StreamOwner } from '../../db/delivery/events/write.ts'
import { newId } from '../../db/ids.ts'
import {
  lockOwnAccount,
  ownAccount,
  type OwnInbox,
  ownInbox,
  type ReportingAccount,
  sendingInbox,
  unknownSend,
} from '../../db/outreach/inbound/owners.ts'
import { keepSenders } from '../../db/outreach/inbound/message-senders.ts'
import {
  changeAccount,
  recordConnections,
  recordParticipants,
  recordReceived,
} from '../../db/outreach/inbound/record-participants.ts'
import { simulatedInbox } from '../../db/outreach/inbound/simulated-sender.ts'
import { findLastReplies } from '../../db/tables/rows/touches.ts'
import { addSuppressions, type NewSuppression } from '../../db/outreach/outbound/suppressions.ts'
import { readUnsubscribeToken } from '../../db/outreach/outbound/unsubscribe-token.ts'
import { unsubscribe } from '../../db/outreach/outbound/unsubscribe.ts'
import { accountChange, nextStep } from '../../domain/inbound/account-state.ts'
import {
  type AccountStatusChanged,
  type ChatMessageReceived,
  type GmailReceived,
  type InboundMessage,
  type MailReceived,
  type MailReport,
  type MailReported,
  type NewConnection,
  type ReportingProvider,
  UNAUTHENTICATED,
} from '../../domain/inbound/message.ts'
import type { InboundOutcome } from '../../domain/inbound/outcome.ts'
import { correspondents, mailSubjects, participantsOf } from '../../domain/inbound/people.ts'
import { reportedAddresses, suppressedByReport } from '../../domain/inbound/reported-addresses.ts'
import { SIMULATED_INBOX } from '../../domain/senders/simulated.ts'
import { tokenInSubject } from '../../domain/outbound/unsubscribe.ts'
import type { Message, ReplyClass } from '../../domain/replies/classes.ts'
import { classifyMessage } from '../../domain/replies/classify.ts'
import { suppressByClass } from './suppress-by-class.ts'

export interface AppliedInbound {
  readonly outcome: InboundOutcome
  /** null when there are no events. */
  readonly owner: StreamOwner | null
  readonly events: readonly EventToWrite[]
}

export interface InboundSource {
  readonly provider: ReportingProvider
  /** The connection whose account reports; null: the platform's. */
  readonly connectionId: string | null
  readonly receivedAt: Date
  readonly cipher: SecretCipher
}

const UNKNOWN_OWNER: AppliedInbound = { outcome: 'unknown_owner', owner: null, events: [] }
export const NOTHING: AppliedInbound = { outcome: 'nothing', owner: null, events: [] }

const written = ({ workspaceId, environment }: StreamOwner, event: EventToWrite | null): AppliedInbound => ({
  outcome: 'written',
  owner: { workspaceId, environment },
  events: event === null ? [] : [event],
})

/** Writes the consequences of a message, except for its event, which is always written last. */
export function applyMessage(tx: Queries, message: InboundMessage, source: InboundSource): Promise<AppliedInbound> {
  switch (message.kind) {
    case 'mail_received':
      return mailReceived(tx, message, source)
    case 'mail_reported':
      return mailReported(tx, message, source)
    case 'gmail_received':
      return gmailReceived(tx, message, source)
    case 'chat_message_received':
      return chatMessageReceived(tx, message, source)
    case 'new_connection':
      return newConnection(tx, message, source)
    case 'account_status_changed':
      return applyAccountStatus(tx, message, source)
  }
}

async function mailReceived(
  tx: Queries,
  { inbox: named, answersRun, headers, contentTypes, data }: MailReceived,
  { cipher, receivedAt, ...account }: InboundSource,
): Promise<AppliedInbound> {
  const inbox =
    answersRun === undefined
      ? await ownInbox(tx, account, named)
      : await simulatedInbox(tx, { runId: answersRun, inboxId: named })
  if (inbox === null) return UNKNOWN_OWNER
  if (inbox.status === 'removed') return NOTHING
  await recordReceived(tx, {
    ...inbox,
    by: inbox.id === SIMULATED_INBOX.id ? {} : { inboxId: inbox.id },
    messageId: data.message_id,
    threadId: data.thread_id,
    participants: correspondents([data.from, ...data.to, ...data.cc]),
  })
  const kind = classOf({ ...data, headers, contentTypes, at: data.received_at })
  const id = newId('evt')
  await noteMessage(tx, inbox, {
    ...kind,
    eventId: id,
    people: sendersOf(data.from),
    at: data.received_at,
    receivedAt,
    unproven: data.labels.includes(UNAUTHENTICATED),
  })
  const received = written(inbox, {
    type: 'email.received',
    id,
    data: {
      inbox: inbox.address,
      inbox_id: inbox.id,
      ...data,
      ...(answersRun === undefined ? {} : { to: [inbox.address] }),
      ...kind,
    },
  })
  const unsubscribed = await unsubscribedByMail(tx, inbox, { cipher, data })
  return unsubscribed === null ? received : { ...received, events: [...received.events, unsubscribed] }
}

interface ReceivedText extends Omit<Message, 'receivedAt'> {
  /** ISO 8601. */
  readonly at: string
}

const sendersOf = (from: string): NewSuppression[] =>
  correspondents([from]).map((value) => ({ kind: 'email', value, subject: value }))

/** The members that the classifier adds to an event. */
function classOf({ subject, text, from, headers, contentTypes, at }: ReceivedText) {
  const {
    returns_at = null,
    successor = null,
    ...kind
  } = classifyMessage({
    headers,
    subject,
    text,
    receivedAt: at,
    from,
    contentTypes,
  })
  return { ...kind, returns_at, successor }
}

interface NotedMessage {
  readonly class: ReplyClass
  readonly eventId: string
  /** The names of its sender. */
  readonly people: readonly NewSuppression[]
  /** ISO 8601, as its provider has it. */
  readonly at: string
  readonly receivedAt: Date
  /** true: its provider could not prove the sender, so anyone may have written it. */
  readonly unproven?: boolean
}

/**
 * Stores who sent a message. An objection suppresses them, in the transaction of its event (Spec 4.8), unless anyone
 * may have written it in their name (decisions, "replies").
 */
async function noteMessage(
  tx: Queries,
  owner: StreamOwner,
  { eventId, people, class: kind, at, receivedAt, unproven = false }: NotedMessage,
): Promise<void> {
  const sentAt = new Date(Math.min(Date.parse(at), receivedAt.getTime()))
  await keepSenders(tx, owner, { eventId, class: kind, at: sentAt, people })
  if (people.length > 0) await findLastReplies(tx, [eventId])
  if (!unproven) await suppressByClass(tx, owner, { class: kind, people, source: eventId })
}

/** A mail to the `mailto:` of an email's headers; the token counts at the sender that it names and at no other. */
async function unsubscribedByMail(
  tx: Queries,
  { workspaceId, environment }: StreamOwner,
  { cipher, data: { subject, received_at: at } }: { cipher: SecretCipher; data: MailReceived['data'] },
): Promise<EventToWrite | null> {
  const token = tokenInSubject(subject)
  const found = token === null ? null : readUnsubscribeToken(cipher, token)
  return found === null || found.workspaceId !== workspaceId || found.environment !== environment
    ? null
    : unsubscribe(tx, found, { via: 'mail', at })
}

/**
 * A permanent bounce and a complaint suppress the recipients that they name, also while tables are off (Spec 4.8;
 * decisions, "suppression").
 */
async function mailReported(
  tx: Queries,
  message: MailReported,
  { provider, connectionId, receivedAt }: InboundSource,
): Promise<AppliedInbound> {
  const { sender, report, ambiguous } = message
  const messageId = report.data.message_id
  const inbox = await inboxOfReport(tx, message, { provider, connectionId })
  if (inbox === null) return UNKNOWN_OWNER
  const recipients = report.type === 'email.rejected' ? [] : report.data.recipients
  const subjects = mailSubjects(recipients)
  const runId = await unknownSend(tx, {
    ...inbox,
    provider,
    inbox,
    messageId,
    at: report.data.at,
    recipients: subjects.map(({ value }) => value),
    runId: sender.kind === 'inbox' ? null : sender.runId,
  })
  const id = newId('evt')
  const suppressed = suppressedByReport(message)
  if (suppressed !== null && ambiguous !== true) await addSuppressions(tx, inbox, { ...suppressed, source: id })
  // Its owner may know the secret of an own account's reports, so they move no money (decisions, "Bounce credit").
  if (connectionId === null && ambiguous !== true)
    await recordAddressReports(tx, { ...inbox, eventId: id, ...reportedAddresses(message), receivedAt })
  return written(inbox, { ...mailEvent(report, inbox, runId), id })
}

function inboxOfReport(
  tx: Queries,
  { sender, report }: MailReported,
  account: ReportingAccount,
): Promise<OwnInbox | null> {
  switch (sender.kind) {
    case 'inbox':
      return ownInbox(tx, account, sender.externalId)
    case 'address':
      return sendingInbox(tx, { ...account, ...sender, messageId: report.data.message_id })
    case 'simulated':
      return simulatedInbox(tx, sender)
  }
}

function mailEvent(report: MailReport, { id, address }: OwnInbox, runId: string | null): EventToWrite {
  const own = { inbox: address, inbox_id: id }
  const unknown = runId === null ? {} : { run_id: runId }
  switch (report.type) {
    case 'email.delivered':
      return { type: report.type, data: { ...own, ...report.data, ...unknown } }
    case 'email.rejected':
      return { type: report.type, data: { ...own, ...report.data, ...unknown } }
    default:
      return { type: report.type, data: { ...own, ...report.data, ...unknown } }
  }
}

async function gmailReceived(
  tx: Queries,
  { account: named, data }: GmailReceived,
  source: InboundSource,
): Promise<AppliedInbound> {
  const account = await ownAccount(tx, source, named)
  if (account === null) return UNKNOWN_OWNER
  if (account.status === 'removed' || account.network !== 'gmail') return NOTHING
  await recordReceived(tx, {
    ...account,
    by: { accountId: account.id },
    messageId: data.message_id,
    threadId: data.thread_id,
    participants: correspondents([data.from, ...data.to, ...data.cc]),
  })
  const kind = classOf({ ...data, headers: null, contentTypes: [], at: data.sent_at })
  const id = newId('evt')
  const people = sendersOf(data.from)
  await noteMessage(tx, account, { ...kind, eventId: id, people, at: data.sent_at, receivedAt: source.receivedAt })
  return written(account, {
    type: 'gmail.received',
    id,
    data: { account: account.name, account_id: account.id, ...data, ...kind },
  })
}

async function chatMessageReceived(
  tx: Queries,
  { account: named, data, senderNames }: ChatMessageReceived,
  source: InboundSource,
): Promise<AppliedInbound> {
  const account = await ownAccount(tx, source, named)
  if (account === null) return UNKNOWN_OWNER
  const { network } = account
  if (account.status === 'removed' || network === 'gmail') return NOTHING
  const people = await recordParticipants(tx, account, {
    channel: network,
    chatId: data.chat_id,
    senderId: data.sender_id,
    people: participantsOf(network, senderNames),
  })
  const kind = classOf({ ...data, subject: null, from: null, headers: null, contentTypes: [], at: data.sent_at })
  const id = newId('evt')
  await noteMessage(tx, account, {
    ...kind,
    eventId: id,
    people: people.map((person) => ({ ...person, subject: person.value })),
    at: data.sent_at,
    receivedAt: source.receivedAt,
  })
  return written(account, {
    type: `${network}.message_received`,
    id,
    data: { account: account.name, account_id: account.id, ...data, ...kind },
  })
}

/**
 * The connection counts from now on, although the invitation was accepted up to eight hours ago (Spec 6): messages sent
 * in between were invitations too.
 */
async function newConnection(
  tx: Queries,
  { account: named, data }: NewConnection,
  source: InboundSource,
): Promise<AppliedInbound> {
  const account = await ownAccount(tx, source, named)
  if (account === null) return UNKNOWN_OWNER
  if (account.status === 'removed' || account.network !== 'linkedin') return NOTHING
  const names = [data.profile_url, data.public_identifier, data.provider_id].filter((name) => name !== null)
  await recordConnections(tx, account, {
    person: data.provider_id,
    people: participantsOf('linkedin', names),
    at: source.receivedAt,
  })
  return written(account, {
    type: 'linkedin.new_connection',
    data: { account: account.name, account_id: account.id, ...data },
  })
}

/** Only a change of the known status is an event (Spec 3.2): providers repeat their messages. */
async function applyAccountStatus(
  tx: Queries,
  { account: named, state }: AccountStatusChanged,
  source: InboundSource,
): Promise<AppliedInbound> {
  const account = await lockOwnAccount(tx, source, named)
  if (account === null) return UNKNOWN_OWNER
  const change = accountChange(account, state)
  if (change === null) return NOTHING
  await changeAccount(tx, account.id, change)
  const { network, name, id } = account
  const data = { network, account: name, account_id: id, status: state }
  if (change.event === null) return written(account, null)
  return written(
    account,
    change.event === 'account.reconnected' || state === 'connected'
      ? { type: 'account.reconnected', data }
      : { type: 'account.disconnected', data: { ...data, next_step: nextStep(network, state) } },
  )
}
