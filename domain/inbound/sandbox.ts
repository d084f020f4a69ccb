import { readBounce } from '../bounces/reading.ts'
import { isJsonObject, type JsonObject, textOf } from '../json/json.ts'
import { letterOf } from '../sandbox/replies.ts'
import { SIMULATED_REPLIES, type SimulatedReply } from '../sandbox/scenario.ts'
import type { ReadInbound } from './message.ts'
import { incomplete, isComplete, name, names } from './wire.ts'

/** A bounce that the sandbox simulates. */
export interface SimulatedBounce {
  readonly runId: string
  readonly inboxId: string
  readonly messageId: string
  readonly threadId: string | null
  readonly recipients: readonly string[]
  /** Enhanced status code. */
  readonly status: string
}

/** The body of its report, as a worker stores it. */
export const simulatedBounceBody = (bounce: SimulatedBounce): JsonObject => ({
  run_id: bounce.runId,
  inbox_id: bounce.inboxId,
  message_id: bounce.messageId,
  thread_id: bounce.threadId,
  recipients: [...bounce.recipients],
  status: bounce.status,
})

/** An answer that the sandbox simulates. */
export interface SimulatedAnswer {
  readonly runId: string
  readonly inboxId: string
  readonly messageId: string
  readonly threadId: string | null
  /** The recipient who answers. */
  readonly from: string
  readonly subject: string
  readonly reply: SimulatedReply
}

/** The body of its report, as a worker stores it. */
export const simulatedAnswerBody = (answer: SimulatedAnswer): JsonObject => ({
  run_id: answer.runId,
  inbox_id: answer.inboxId,
  message_id: answer.messageId,
  thread_id: answer.threadId,
  from: answer.from,
  subject: answer.subject,
  reply: answer.reply,
})

/** A report of the sandbox. `at` is the time at which it was stored, ISO 8601. */
export function readSandbox(body: unknown, { at }: { readonly at: string }): ReadInbound {
  if (!isJsonObject(body)) return { kind: 'malformed', member: '' }
  return body['reply'] === undefined ? readSimulatedBounce(body, at) : readSimulatedAnswer(body, at)
}

function readSimulatedAnswer(body: JsonObject, at: string): ReadInbound {
  const reply = SIMULATED_REPLIES.find((one) => one === body['reply'])
  const known = {
    run_id: name(body['run_id']),
    inbox_id: name(body['inbox_id']),
    message_id: name(body['message_id']),
    from: name(body['from']),
    reply: reply ?? null,
  }
  if (!isComplete(known)) return incomplete(known)
  const letter = letterOf(known.reply, { from: known.from, subject: textOf(body['subject']), at })
  return {
    kind: 'event',
    eventId: null,
    message: {
      kind: 'mail_received',
      inbox: known.inbox_id,
      answersRun: known.run_id,
      headers: new Map(Object.entries(letter.headers)),
      contentTypes: [],
      data: {
        message_id: known.message_id,
        thread_id: name(body['thread_id']),
        from: known.from,
        to: [known.inbox_id],
        cc: [],
        subject: letter.subject,
        preview: letter.text,
        text: letter.text,
        labels: ['received'],
        received_at: at,
      },
    },
  }
}

function readSimulatedBounce(body: JsonObject, at: string): ReadInbound {
  const known = {
    run_id: name(body['run_id']),
    inbox_id: name(body['inbox_id']),
    message_id: name(body['message_id']),
    status: name(body['status']),
  }
  if (!isComplete(known)) return incomplete(known)
  const recipients = names(body['recipients'])
  const bounce = readBounce({ permanent: true, subType: 'General', status: known.status })
  return {
    kind: 'event',
    eventId: null,
    message: {
      kind: 'mail_reported',
      sender: { kind: 'simulated', inboxId: known.inbox_id, runId: known.run_id },
      report: {
        type: 'email.bounced',
        data: {
          message_id: known.message_id,
          thread_id: name(body['thread_id']),
          recipients,
          at,
          type: 'Permanent',
          sub_type: 'General',
        },
      },
      bounced: recipients.map((address) => ({ address, class: bounce })),
    },
  }
}
