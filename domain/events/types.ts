import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { REPLY_CLASSES } from '../replies/classes.ts'

/** How many records an event of a watch names. */
export const KEYS_PER_EVENT_MAX = 20

/** The data of one event type, with exactly these members (Spec 6); null if the provider did not report a value. */
const data = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

const text = (description: string) => Type.String({ description })
const maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const time = (description: string) => Type.String({ format: 'date-time', description })
const addresses = (description: string) => Type.Array(Type.String(), { description })

const sentMail = {
  inbox: text('Address of the sending inbox.'),
  inbox_id: text('Id of that inbox.'),
  message_id: text('Id of the message; the `message_id` of its run.'),
  thread_id: maybe('Id of its thread; null if the provider has no threads.'),
}
/**
 * The run of a send with an unknown outcome (it failed with `unknown:`). Only events of such a send have it (decisions,
 * "unknown send").
 */
const unknownSend = {
  run_id: Type.Optional(
    Type.String({ description: 'Only if the run ended as unknown: the run that sent this message.' }),
  ),
}
const mailReport = {
  ...sentMail,
  recipients: addresses('The recipients.'),
  at: time('When it happened.'),
  ...unknownSend,
}
const troubles = {
  type: text('`Permanent` or `Transient` for a bounce; the kind of the complaint otherwise.'),
  sub_type: maybe('Further details of the provider.'),
}
const account = {
  account: text('Name of the connected account.'),
  account_id: text('Id of the connected account.'),
}
/** What a received message is (decisions, "replies"). */
const classified = {
  class: text(`What the message is: ${REPLY_CLASSES.map((name) => `\`${name}\``).join(', ')}. More may be added.`),
  evidence: Type.Union(
    [
      data({
        source: text(
          '`header`, `phrase` (words of the subject or the text), `content` (a kind of part) or `correction`.',
        ),
        value: text('The header with its value, the words, the kind of part, or the class before the correction.'),
      }),
      Type.Null(),
    ],
    { description: 'Why it has this class; null for a `reply` that nothing marks.' },
  ),
  returns_at: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'The date of return that an `out_of_office` states; null if it states none.',
  }),
  successor: maybe('The address that a `left_company` names; null if it names none.'),
}
const networkMessage = {
  ...account,
  chat_id: text('Pass it as `chat_id` to reply.'),
  message_id: text('Id of the message at the network.'),
  text: maybe('The text; null if there is none.'),
  sender_id: text('Id of the sender at the network.'),
  sender_name: maybe('Name of the sender.'),
  sender_profile_url: maybe('Profile of the sender.'),
  sent_at: time('When it was sent.'),
  ...classified,
}
const count = (description: string) => Type.Integer({ minimum: 0, description })
const keys = (what: string) =>
  Type.Array(Type.String(), { description: `${what}, the first ${KEYS_PER_EVENT_MAX}: a domain, an address, an id.` })
const watched = {
  watch_id: text('Id of the watch.'),
  run_id: text('The run of the refresh.'),
}
/** Only of a run with metadata. */
const metadata = {
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "The run's metadata; omitted if it has none." }),
  ),
}
const jobEventData = {
  job_id: text('Id of the job.'),
  ...metadata,
  status: text('The status of the job now.'),
  reason: maybe('Why it waits.'),
  rows: count('All rows.'),
  done: count('Rows that have ended.'),
  found: count('Rows with a result.'),
  missed: count('Rows for which nothing was found.'),
  failed: count('Rows whose run failed.'),
  spent: text('What the runs of the job were charged, in USD.'),
  ceiling: text('The most that the job may spend, in USD.'),
  at: time('When it happened.'),
}
const decision = {
  run_id: text('Id of the run.'),
  ...metadata,
  approval_id: text('Id of the approval.'),
  estimate: text('What the run would hold when the approval was requested, in USD.'),
  decided_by: text('Id of the person or the API key.'),
  note: maybe('What they wrote.'),
}
const accountStatus = {
  network: text('`linkedin`, `instagram`, `whatsapp` or `gmail`.'),
  ...account,
  status: text('The new state of the account.'),
}

/** Every event type with its description and its data (Spec 6; decisions, "event types"). */
export const EVENTS = {
  'email.received': {
    description: 'An inbox received an email. Reply with its `message_id` as `in_reply_to`.',
    data: data({
      inbox: text('Address of the inbox.'),
      inbox_id: text('Id of the inbox.'),
      message_id: text('Id of the message.'),
      thread_id: maybe('Id of its thread.'),
      from: text('As the message states.'),
      to: addresses('As the message states.'),
      cc: addresses('As the message states.'),
      subject: maybe('As the message states.'),
      preview: maybe('The beginning of the text.'),
      text: maybe('The entire text; null if there is none.'),
      labels: Type.Array(Type.String(), {
        description: 'Classification by the provider: `spam`, `blocked` or `unauthenticated`.',
      }),
      received_at: time('When it was received.'),
      ...classified,
    }),
  },
  'email.delivered': { description: "The recipient's server accepted an email.", data: data(mailReport) },
  'email.bounced': {
    description: 'An email bounced. `Permanent` adds its recipients to the suppression list.',
    data: data({ ...mailReport, ...troubles }),
  },
  'email.complained': {
    description: 'A recipient marked an email as spam, and is suppressed.',
    data: data({ ...mailReport, ...troubles }),
  },
  'email.unsubscribed': {
    description: 'A recipient unsubscribed by the link or the mailbox of `List-Unsubscribe`, and is suppressed.',
    data: data({
      recipient: text('The address that is suppressed.'),
      run_id: text('The run that sent the email.'),
      via: text('`link` or `mail`.'),
      at: time('When it happened.'),
    }),
  },
  'email.rejected': {
    description: 'An email was refused before it was sent.',
    data: data({ ...sentMail, reason: maybe('Why.'), at: time('When it happened.'), ...unknownSend }),
  },
  'gmail.received': {
    description: 'A connected Gmail account received an email.',
    data: data({
      ...account,
      message_id: text('Id of the message.'),
      thread_id: maybe('Id of its thread.'),
      from: text('As the message states.'),
      to: addresses('As the message states.'),
      cc: addresses('As the message states.'),
      subject: maybe('As the message states.'),
      text: maybe('The entire text; null if there is none.'),
      sent_at: time('When it was sent.'),
      has_attachments: Type.Boolean(),
      ...classified,
    }),
  },
  'linkedin.message_received': {
    description: 'A connected LinkedIn account received a message. Reply with its `chat_id`.',
    data: data(networkMessage),
  },
  'linkedin.new_connection': {
    description:
      'A connected LinkedIn account has a new connection, usually an accepted invitation. The event can be up to 8 hours late.',
    data: data({
      ...account,
      name: maybe('Name of the person.'),
      provider_id: text('Id of the person at the network.'),
      public_identifier: maybe('The slug of the profile.'),
      profile_url: maybe('The profile.'),
    }),
  },
  'instagram.message_received': {
    description: 'A connected Instagram account received a message. Reply with its `chat_id`.',
    data: data(networkMessage),
  },
  'whatsapp.message_received': {
    description: 'A connected WhatsApp account received a message. Reply with its `chat_id`.',
    data: data(networkMessage),
  },
  'account.disconnected': {
    description: 'A connected account lost its session. It can neither send nor read until it is connected again.',
    data: data({ ...accountStatus, next_step: text('What to do.') }),
  },
  'account.reconnected': { description: 'A connected account works again.', data: data(accountStatus) },
  'connection.rejected': {
    description:
      'A provider rejects the own key of the workspace. Runs that it leads stop until a new one is connected.',
    data: data({
      provider: text('The provider.'),
      reason: text('What it answered.'),
      at: time('When it happened.'),
      next_step: text('What to do.'),
    }),
  },
  'run.awaiting_approval': {
    description: 'A run waits for an approval. Nothing is held until a person or an approver key approves it.',
    data: data({
      run_id: text('Id of the run.'),
      ...metadata,
      approval_id: text('Id of the approval.'),
      work: text('The capability, or the endpoint of a raw run.'),
      reason: text('`requested`, `cost`, `send`, `new_people`, `raw_write` or `price_rose`.'),
      estimate: text('What the run would hold, in USD.'),
      expires_at: time('When the run ends unless it was approved.'),
      url: text('Where a person who has signed in decides.'),
    }),
  },
  'run.approved': { description: 'A waiting run was approved, and continues.', data: data(decision) },
  'run.rejected': { description: 'A waiting run was rejected, and has ended as `blocked`.', data: data(decision) },
  'run.scheduled': {
    description:
      'A send waits for a slot of its sender; nothing is held. Only endpoints and requests that name this type get it.',
    data: data({
      run_id: text('Id of the run.'),
      ...metadata,
      sender_id: text('The sender.'),
      reason: text(
        '`requested`, `window`, `hour_cap`, `day_cap`, `week_cap`, `domain_cap`, `spacing`, `ramp` or `sender_paused`.',
      ),
      scheduled_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When it is expected to go; null: once its sender sends again.',
      }),
    }),
  },
  'run.finished': {
    description:
      'A run has ended, in whatever way. It is written only while an endpoint names this type; an endpoint for all types does not get it, and `GET /v1/events` has it only with `types`.',
    data: data({
      run_id: text('Id of the run.'),
      ...metadata,
      status: text('`succeeded`, `no_match`, `failed`, `timed_out`, `blocked` or `cancelled`.'),
      work: text('The capability, or the endpoint of a raw run.'),
      provider: maybe('The provider that delivered, or was called last.'),
      charged: text('The charge, in USD; a final bill may change it later.'),
      error: maybe('The error code of a run without success.'),
      at: time('When it ended.'),
    }),
  },
  'job.awaiting_approval': {
    description:
      'A new job waits for an approval, because the approval policy covers its ceiling. No row begins until a person or an approver key approves it.',
    data: data({ ...jobEventData, url: text('Where a person who has signed in decides.') }),
  },
  'job.pilot_finished': {
    description: 'The pilot of a job is over. The job continues, or waits for an approval.',
    data: data(jobEventData),
  },
  'job.paused': {
    description: 'A job has paused by itself: `reason` states why. A request to resume lets it continue.',
    data: data(jobEventData),
  },
  'job.finished': { description: 'A job has ended, in whatever way.', data: data(jobEventData) },
  'run.credited': {
    description: 'The charge of a run came back: mail to the address that it had found or verified bounced.',
    data: data({
      run_id: text('Id of the run.'),
      ...metadata,
      work: text('The capability.'),
      reason: text('`bounce`.'),
      charged: text('The charge of the run, in USD.'),
      credited: text('What the wallet was credited, in USD.'),
      event_id: text('The `email.bounced` that reported it.'),
    }),
  },
  'person.objected': {
    description:
      'A recipient has objected on the page that a message links, and is suppressed on every channel, by each identity that rows tie to them.',
    data: data({
      kind: text('`email`, `linkedin`, `phone` or `handle`.'),
      recipient: text('The recipient.'),
      run_id: text('The run that sent the message.'),
      at: time('When it happened.'),
    }),
  },
  'erasure.requested': {
    description:
      'A recipient has requested an erasure on the page that a message links. An owner approves or rejects it within 30 days. It comes again as a reminder after 20 and 28 days.',
    data: data({
      erasure_id: text('Id of the erasure.'),
      kind: text('`email`, `linkedin`, `phone` or `handle`.'),
      run_id: text('The run that sent the message.'),
      requested_at: time('When it was requested.'),
      due_at: time('When the person has to have an answer.'),
      reminder: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The day of the reminder; null: the request.',
      }),
      url: text('Where an owner who has signed in decides.'),
    }),
  },
  'watch.updated': {
    description:
      'A refresh of a watch found new or changed records. Its records are at `GET /v1/watch/{watch_id}/refreshes/{refresh_id}`.',
    data: data({
      ...watched,
      refresh_id: text('Id of the refresh.'),
      new: count('New records.'),
      changed: count('The number of changed records.'),
      unchanged: count('The number of unchanged records.'),
      new_keys: keys('Dedupe keys of new records'),
      changed_keys: keys('Dedupe keys of changed records'),
    }),
  },
  'watch.paused': {
    description:
      'A watch was paused: its runs cannot be paid, its payer was revoked, or its request is refused. A successful refresh through the API resumes the watch.',
    data: data({
      watch_id: text('Id of the watch.'),
      run_id: maybe('The run of the refresh; null: it was refused before a run.'),
      reason: text('`insufficient_balance`, `budget_exceeded`, `payer_revoked` or `request_refused`.'),
      message: maybe('Why the run or the request was refused.'),
      next_step: text('What to do.'),
    }),
  },
  'wallet.topup_failed': {
    description: 'An automatic top-up failed, or the monthly limit is reached.',
    data: data({
      topup_id: maybe('The attempt; null if there was none.'),
      amount: text('The amount of the charge, in USD.'),
      reason: text(
        '`monthly_limit`, `no_card`, `chargeback` (the payer disputed this top-up; automatic top-ups stop), or the reason of the bank or Stripe (`card_declined`, `insufficient_funds`).',
      ),
      failures: Type.Integer({ description: 'Consecutive failures, including this one.' }),
      next_attempt_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When the card is charged again; null: not until automatic top-ups are configured again.',
      }),
      enabled: Type.Boolean({ description: 'false: this failure has disabled automatic top-ups.' }),
    }),
  },
} as const

export type EventType = keyof typeof EVENTS
export type EventData<T extends EventType> = Static<(typeof EVENTS)[T]['data']>

const isEventType = (name: string): name is EventType => Object.hasOwn(EVENTS, name)
export const EVENT_TYPES: readonly EventType[] = Object.keys(EVENTS).filter(isEventType)

/** Types that only those get who name them: endpoints, and readers of the stream. */
export const OPT_IN_TYPES: readonly EventType[] = ['run.finished', 'run.scheduled']
/** The types of an endpoint, or of a request, that names none. */
export const DEFAULT_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => !OPT_IN_TYPES.includes(type))

/** Types of received messages, which have a class. */
export const MESSAGE_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => 'class' in EVENTS[type].data.properties)

/** An event before it has an id and its place in the stream. */
export type NewEvent = { [T in EventType]: { readonly type: T; readonly data: EventData<T> } }[EventType]

/** The form in which an event is read and pushed (Spec 2.9). */
export interface EventEnvelope {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly data: object
}

/** How long events are kept (Spec 6, 8). */
export const EVENT_RETENTION_DAYS = 30

/** The type of the event for testing an endpoint; it is in no stream, and no endpoint can subscribe to it. */
export const TEST_EVENT_TYPE = 'webhook.test'
