import { createHash } from 'node:crypto'
import { ApplicationFailure } from '@temporalio/common'
import {
  isOutOfReach,
  OWN_WEBHOOK_SEAL,
  type OwnWebhook,
  readOwnWebhook,
} from '../../domain/connections/own-webhook.ts'
import type { Json } from '../../domain/json/json.ts'
import type { MailFailure, OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { HttpOutcome, ProviderRequest } from '../providers/http.ts'
import { accountOf, mailAccount } from './mail-account.ts'
import { type MessagingDeps, type PlatformAccount, readPlatformAnswer, requestPlatform } from './platform-account.ts'
import { readWebhook, type ShownWebhook, WEBHOOK_APIS, type WebhookApi, webhookInPage } from './webhook-apis.ts'

type WebhookCall = ProviderOperation<'register_webhook' | 'remove_webhook'>

/** The webhooks of one account. */
interface Work {
  readonly deps: MessagingDeps
  readonly call: WebhookCall
  readonly account: PlatformAccount
  readonly api: WebhookApi
}

/** An account with more webhooks is no customer's. */
const PAGES_MAX = 10
const NOT_FOUND = 404
const NAME_LENGTH = 8

/**
 * Registers the address in the workspace's own account. It is searched for first, so that a lost answer never leads
 * to a second webhook, which would report everything twice.
 */
export async function registerWebhook(
  deps: MessagingDeps,
  call: ProviderOperation<'register_webhook'>,
): Promise<OperationAnswer<'register_webhook'>> {
  const { kind, workspaceId, connectionId, url } = call
  const account = await mailAccount(deps, call)
  if ('failed' in account) return { kind, failed: account.failed }
  if (isOutOfReach(url, account)) return { kind, failed: 'out_of_reach' }
  const work = { deps, call, account, api: apiOf(call) }
  const found = await find(work, url)
  const shown = 'none' in found ? await make(work, call) : found
  const webhook = 'failed' in shown ? shown : await withSecret(work, shown)
  if ('failed' in webhook) return { kind, failed: webhook.failed }
  const sealed = deps.cipher.seal({ workspaceId, provider: OWN_WEBHOOK_SEAL, connectionId }, JSON.stringify(webhook))
  return { kind, webhook: sealed }
}

/** The connection has no key any more: the one that it had comes with the question. */
export async function removeWebhook(
  deps: MessagingDeps,
  call: ProviderOperation<'remove_webhook'>,
): Promise<OperationAnswer<'remove_webhook'>> {
  const { kind, workspaceId, provider, connectionId, sealed, webhook } = call
  const key = deps.cipher.open({ workspaceId, provider, connectionId }, sealed)
  const opened = deps.cipher.open({ workspaceId, provider: OWN_WEBHOOK_SEAL, connectionId }, webhook)
  const id = opened.kind === 'opened' ? readOwnWebhook(opened.credential).id : null
  if (key.kind !== 'opened' || id === null) return { kind, failed: 'refused' }
  const account = accountOf(deps, { provider, apiKey: key.credential, account: call.account })
  if ('failed' in account) return { kind, failed: account.failed }
  const work = { deps, call, account, api: apiOf(call) }
  const outcome = await request(work, { method: 'DELETE', path: `/${encodeURIComponent(id)}` })
  if (outcome.kind === 'answer' && outcome.status === NOT_FOUND) return { kind, removed: true }
  const answer = readPlatformAnswer(deps, outcome, call)
  return 'failed' in answer ? { kind, failed: answer.failed } : { kind, removed: true }
}

function apiOf({ provider }: WebhookCall): WebhookApi {
  const api = WEBHOOK_APIS[provider]
  if (api === undefined) throw ApplicationFailure.nonRetryable('this provider has no webhooks', 'UnknownProvider')
  return api
}

const request = (
  { deps, account, api }: Work,
  { method, path, value }: { readonly method: ProviderRequest['method']; readonly path: string; readonly value?: Json },
): Promise<HttpOutcome> =>
  requestPlatform(deps, {
    method,
    url: `${account.baseUrl}${api.path}${path}`,
    headers: { authorization: `Bearer ${account.apiKey}` },
    ...(value === undefined ? {} : { body: { kind: 'json', value } }),
  })

type Shown = ShownWebhook | { readonly failed: MailFailure }

async function find(work: Work, url: string): Promise<Shown | { readonly none: true }> {
  let query = 'limit=100'
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const outcome = await request(work, { method: 'GET', path: `?${query}` })
    const answer = readPlatformAnswer(work.deps, outcome, work.call)
    if ('failed' in answer) return { failed: answer.failed }
    const found = webhookInPage(work.api, answer.body, url)
    if (found !== null) return found
    const next = work.api.next(answer.body)
    if (next === null) break
    query = `limit=100&${next}`
  }
  return { none: true }
}

async function make(work: Work, { url, connectionId }: ProviderOperation<'register_webhook'>): Promise<Shown> {
  // Another address is another webhook.
  const name = `${connectionId}-${createHash('sha256').update(url).digest('hex').slice(0, NAME_LENGTH)}`
  const outcome = await request(work, { method: 'POST', path: '', value: work.api.body({ url, name }) })
  return shownIn(work, outcome)
}

function shownIn({ deps, call, api }: Work, outcome: HttpOutcome): Shown {
  const answer = readPlatformAnswer(deps, outcome, call)
  if ('failed' in answer) return { failed: answer.failed }
  return readWebhook(api, answer.body) ?? { failed: 'unreachable' }
}

/** A list may show no secrets: then the webhook is read. */
async function withSecret(work: Work, { id, secret }: ShownWebhook): Promise<OwnWebhook | { failed: MailFailure }> {
  if (secret !== null) return { id, secret }
  const read = shownIn(work, await request(work, { method: 'GET', path: `/${encodeURIComponent(id)}` }))
  if ('failed' in read) return read
  return read.secret === null ? { failed: 'refused' } : { id, secret: read.secret }
}
