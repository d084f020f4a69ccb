import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { failureOf, failureOfStatus, isSuccess, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, HttpOutcome, ProviderRequestBody } from '../http.ts'
import type { Account } from '../rest-adapter.ts'
import { objectOf, textOf } from '../wire.ts'
import {
  emailFields,
  errorType,
  inviteBody,
  isSendersFault,
  profileId,
  readEmailed,
  readInvited,
  readMessaged,
  recipientOf,
  sendersOf,
} from './map.ts'

const UNAUTHORIZED = 401
const FORBIDDEN = 403
const CAPABILITIES: ReadonlySet<string> = new Set(['email.send', 'linkedin.invite', 'linkedin.message', 'chat.send'])

export function createUnipileAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) =>
      CAPABILITIES.has(call.capability)
        ? deliver(account, call)
        : Promise.resolve(rejected('not offered by this provider')),
  }
}

const rejected = (detail: string): AdapterResult => ({ kind: 'failed', outcome: 'rejected', detail })

/** One request of this attempt. `repeat` states what a lost answer means: a lookup may be repeated, a send may not. */
type UnipileCall = (question: {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: ProviderRequestBody
}) => Promise<HttpOutcome>

function deliver(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const startedAt = performance.now()
  const send: UnipileCall = ({ path, query, headers, body }) =>
    account.http.call({
      method: body === undefined ? 'GET' : 'POST',
      url: account.baseUrl + path,
      headers: { 'x-api-key': account.apiKey, ...headers },
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      signal: call.signal,
      deadlineMs: Math.max(1, call.deadlineMs - (performance.now() - startedAt)),
    })
  if (call.capability === 'email.send') return mail(send, call)
  const chat = textOf(call.input.chat_id)
  return chat === null ? toPerson(send, call) : intoChat(send, call, chat)
}

/** From a connected mailbox. The provider forgets keys when it restarts, so a lost answer is never sent again. */
async function mail(send: UnipileCall, call: AttemptCall): Promise<AdapterResult> {
  const account = textOf(call.input.account_id)
  if (account === null || !sendersOf(call).includes(account)) return rejected('no account to send from')
  const outcome = await send({
    path: '/emails',
    headers: { 'idempotency-key': call.idempotencyKey },
    body: await multipart(emailFields(call.input, account)),
  })
  return sent(outcome, (answer) => readEmailed(answer.body, call.input, account))
}

/** A chat names its account; a chat of another workspace counts as missing. */
async function intoChat(send: UnipileCall, call: AttemptCall, chat: string): Promise<AdapterResult> {
  const path = `/chats/${encodeURIComponent(chat)}`
  const found = await lookUp(send, path, {})
  if ('kind' in found) return found
  const owner = textOf(found.body.account_id)
  const named = textOf(call.input.account_id)
  if (owner === null || !sendersOf(call).includes(owner) || (named !== null && named !== owner))
    return rejected('the chat belongs to no account that may send this')
  const outcome = await send({
    path: `${path}/messages`,
    body: await multipart({ text: textOf(call.input.text) ?? '' }),
  })
  return sent(outcome, (answer) => readMessaged(answer.body, chat))
}

async function toPerson(send: UnipileCall, call: AttemptCall): Promise<AdapterResult> {
  const { capability, input } = call
  const account = textOf(input.account_id)
  if (account === null || !sendersOf(call).includes(account)) return rejected('no account to send from')
  const recipient = await recipientId(send, call, account)
  if (typeof recipient !== 'string') return recipient
  if (capability === 'linkedin.invite') {
    const outcome = await send({
      path: '/users/invite',
      body: { kind: 'json', value: inviteBody(input, account, recipient) },
    })
    return sent(outcome, (answer) => readInvited(answer.body, input))
  }
  const outcome = await send({
    path: '/chats',
    body: await multipart({ account_id: account, attendees_ids: recipient, text: textOf(input.text) ?? '' }),
  })
  return sent(outcome, (answer) => readMessaged(answer.body, null))
}

/** The provider's id of the recipient. An AttemptResult states why there is none; in that case nothing was sent. */
async function recipientId(
  send: UnipileCall,
  { capability, input }: AttemptCall,
  account: string,
): Promise<string | AdapterResult> {
  const recipient = recipientOf(capability, input)
  if (recipient === null) return rejected('no recipient on this network')
  if (recipient.kind === 'id') return recipient.id
  const found = await lookUp(send, `/users/${encodeURIComponent(recipient.identifier)}`, { account_id: account })
  if ('kind' in found) return found
  return profileId(found.body, recipient) ?? rejected('the network knows no such person')
}

async function lookUp(
  send: UnipileCall,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly body: JsonObject } | AdapterResult> {
  const outcome = await send({ path, query })
  if (outcome.kind !== 'answer') return failureOf(outcome, 'free')
  if (!isSuccess(outcome)) return refusal(outcome, 'free')
  const body = objectOf(outcome.body)
  return body === null ? unusableAnswer(outcome, 'free', 'the answer is no object') : { body }
}

function sent(outcome: HttpOutcome, read: (answer: HttpAnswer) => JsonObject | null): AdapterResult {
  if (outcome.kind !== 'answer') return failureOf(outcome, 'never')
  if (!isSuccess(outcome)) return refusal(outcome, 'never')
  const output = read(outcome)
  if (output === null) return unusableAnswer(outcome, 'never', 'the answer does not state what was sent')
  return { kind: 'delivered', output, raw: outcome.body, units: 1 }
}

function refusal(answer: HttpAnswer, repeat: 'free' | 'never'): AdapterResult {
  const type = errorType(answer.body)
  const ofSender = (answer.status === UNAUTHORIZED || answer.status === FORBIDDEN) && isSendersFault(type)
  return ofSender ? rejected(`HTTP ${answer.status} (${type})`) : failureOfStatus(answer, repeat, type)
}

/** The platform's own form encoder: it picks a boundary that occurs in no field. */
async function multipart(fields: Readonly<Record<string, string>>): Promise<ProviderRequestBody> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const written = new Response(form)
  return {
    kind: 'raw',
    contentType: written.headers.get('content-type') ?? '',
    content: new Uint8Array(await written.arrayBuffer()),
  }
}
