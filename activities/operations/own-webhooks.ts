import { createHash } from 'node:crypto'
import { ApplicationFailure } from '@temporalio/common'
import {
  isOutOfReach,
  OWN_WEBHOOK_SEAL,
  type OwnWebhook,
  readOwnWebhook,
  writeOwnWebhook,
} from '../../domain/connections/own-webhook.ts'
import type { SealedSecret } from '../../domain/connections/credential.ts'
import type { Json } from '../../domain/json/json.ts'
import type { MailFailure, OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { HttpOutcome, ProviderRequest } from '../providers/http.ts'
import { accountOf, mailAccount } from './mail-account.ts'
import {
  type MessagingDeps,
  type ProviderAccess,
  readOperationResponse,
  sendOperationRequest,
} from './provider-access.ts'
import { readWebhook, type ShownWebhook, WEBHOOK_APIS, type WebhookApi, webhooksInPage } from './webhook-apis.ts'

type WebhookCall = ProviderOperation<'register_webhook' | 'remove_webhook'>
type RegisterCall = ProviderOperation<'register_webhook'>

/** The webhooks of one account. */
interface Work {
  readonly deps: MessagingDeps
  readonly call: WebhookCall
  readonly account: ProviderAccess
  readonly api: WebhookApi
}

type Failed = { readonly failed: MailFailure }

/** An account with more webhooks is no customer's. */
const PAGES_MAX = 10
const NOT_FOUND = 404
const NAME_LENGTH = 8

/**
 * Registers the URL in the workspace's own account. It is searched for first, so that a lost answer never leads
 * to a second webhook, which would report everything twice; one too many is removed.
 */
export async function registerWebhook(
  deps: MessagingDeps,
  call: RegisterCall,
): Promise<OperationAnswer<'register_webhook'>> {
  const { kind, workspaceId, connectionId, url } = call
  const account = await mailAccount(deps, call)
  if ('failed' in account) return { kind, failed: account.failed }
  if (isOutOfReach(url, account)) return { kind, failed: 'out_of_reach' }
  const registered = await register({ deps, call, account, api: apiOf(call) }, call)
  if ('failed' in registered) return { kind, failed: registered.failed }
  const owner = { workspaceId, provider: OWN_WEBHOOK_SEAL, connectionId }
  return { kind, webhook: deps.cipher.seal(owner, writeOwnWebhook(registered)) }
}

/** The connection has another key or none now: the one that it had comes with the question. */
export async function removeWebhook(
  deps: MessagingDeps,
  call: ProviderOperation<'remove_webhook'>,
): Promise<OperationAnswer<'remove_webhook'>> {
  const { kind, workspaceId, provider, connectionId, sealed, webhook, url, kept } = call
  const key = deps.cipher.open({ workspaceId, provider, connectionId }, sealed)
  const known = openIds(deps, call, webhook)
  const staying = openIds(deps, call, kept ?? null)
  if (key.kind !== 'opened' || known === null || staying === null) return { kind, failed: 'refused' }
  const account = accountOf(deps, { provider, apiKey: key.credential, account: call.account })
  if ('failed' in account) return { kind, failed: account.failed }
  const work = { deps, call, account, api: apiOf(call) }
  const found = url === undefined || isOutOfReach(url, account) ? [] : await find(work, url)
  if ('failed' in found) return { kind, failed: found.failed }
  const ids = [...known, ...found.map(({ id }) => id)].filter((id) => !staying.includes(id))
  const failed = await removeAll(work, ids)
  return failed === null ? { kind, removed: true } : { kind, failed }
}

/** null: this worker cannot open them. */
function openIds(
  { cipher }: MessagingDeps,
  { workspaceId, connectionId }: WebhookCall,
  sealed: SealedSecret | null,
): readonly string[] | null {
  if (sealed === null) return []
  const opened = cipher.open({ workspaceId, provider: OWN_WEBHOOK_SEAL, connectionId }, sealed)
  return opened.kind === 'opened' ? readOwnWebhook(opened.credential).ids : null
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
  sendOperationRequest(deps, {
    method,
    url: `${account.baseUrl}${api.path}${path}`,
    headers: api.headers(account.apiKey),
    ...(value === undefined ? {} : { body: { kind: 'json', value } }),
  })

/** The webhooks of each kind: those that the account has already, and new ones. */
async function register(work: Work, call: RegisterCall): Promise<OwnWebhook | Failed> {
  const found = await find(work, call.url)
  if ('failed' in found) return found
  const secret = chosenSecret(work, call)
  const kept = work.api.kinds.map(
    (kind) => found.find((one) => one.kind === kind && (secret === null || one.secret === secret)) ?? null,
  )
  const all = await Promise.all(
    work.api.kinds.map((kind, index) => kept[index] ?? make(work, call, { kind, secret: secret ?? '' })),
  )
  const shown: ShownWebhook[] = []
  for (const one of all) {
    if ('failed' in one) return one
    shown.push(one)
  }
  await removeAll(
    work,
    found.filter((one) => !kept.includes(one)).map(({ id }) => id),
  )
  const ids = shown.map(({ id }) => id)
  if (secret !== null) return { ids, secret }
  const signing = await secretOf(work, shown)
  return typeof signing === 'string' ? { ids, secret: signing } : signing
}

/**
 * The same for one key of one connection, so that webhooks of a lost answer are kept; the account of another key does
 * not know it. null: the provider chooses.
 */
const chosenSecret = ({ deps, account, api }: Work, { connectionId }: RegisterCall): string | null =>
  api.choosesSecret
    ? deps.cipher.mac(['own webhook ', connectionId, ' ', account.apiKey]).mac.toString('base64url')
    : null

async function find(work: Work, url: string): Promise<readonly ShownWebhook[] | Failed> {
  const found: ShownWebhook[] = []
  let query = 'limit=100'
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const outcome = await request(work, { method: 'GET', path: `?${query}` })
    const answer = readOperationResponse(work.deps, outcome, work.call)
    if ('failed' in answer) return { failed: answer.failed }
    found.push(...webhooksInPage(work.api, answer.body, url))
    const next = work.api.next(answer.body)
    if (next === null) break
    query = `limit=100&${next}`
  }
  return found
}

async function make(
  work: Work,
  { url, connectionId }: RegisterCall,
  one: { readonly kind: string; readonly secret: string },
): Promise<ShownWebhook | Failed> {
  // Another URL is another webhook.
  const name = `${connectionId}-${createHash('sha256').update(url).digest('hex').slice(0, NAME_LENGTH)}`
  return shownIn(work, await request(work, { method: 'POST', path: '', value: work.api.body({ ...one, url, name }) }))
}

function shownIn({ deps, call, api }: Work, outcome: HttpOutcome): ShownWebhook | Failed {
  const answer = readOperationResponse(deps, outcome, call)
  if ('failed' in answer) return { failed: answer.failed }
  return readWebhook(api, answer.body) ?? { failed: 'unreachable' }
}

/** A list may show no secrets: then the webhook is read. */
async function secretOf(work: Work, [webhook]: readonly ShownWebhook[]): Promise<string | Failed> {
  if (webhook === undefined) throw new Error('an account without a kind of webhook')
  if (webhook.secret !== null) return webhook.secret
  const read = shownIn(work, await request(work, { method: 'GET', path: `/${encodeURIComponent(webhook.id)}` }))
  return 'failed' in read ? read : (read.secret ?? { failed: 'refused' })
}

/** Each is tried; the first failure is answered. One that is gone counts as removed. */
async function removeAll(work: Work, ids: readonly string[]): Promise<MailFailure | null> {
  const failures = await Promise.all(
    ids.map(async (id) => {
      const outcome = await request(work, { method: 'DELETE', path: `/${encodeURIComponent(id)}` })
      if (outcome.kind === 'answer' && outcome.status === NOT_FOUND) return null
      const answer = readOperationResponse(work.deps, outcome, work.call)
      return 'failed' in answer ? answer.failed : null
    }),
  )
  return failures.find((failed) => failed !== null) ?? null
}
