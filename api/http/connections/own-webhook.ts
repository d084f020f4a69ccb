import type { Logger } from 'pino'
import type { SealedSecret } from '../../../domain/connections/credential.ts'
import {
  isLocal,
  OWN_WEBHOOK_PROVIDERS,
  OWN_WEBHOOK_SEAL,
  ownWebhookUrl,
  readOwnWebhook,
  writeOwnWebhook,
} from '../../../domain/connections/own-webhook.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import { type KeyedWebhook, ownWebhookUrls, webhookToRemove } from '../../../db/access/connections/own-webhook.ts'
import { recordOwnWebhook } from '../../../usecases/outreach/record-own-webhook.ts'
import type { BeforeCommit, Database } from '../../../db/database.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'

export interface OwnWebhookDeps {
  readonly db: Database
  readonly providerCaller: ProviderCaller
  readonly publicUrl: () => string
}

/** The workspace's own account at a provider, and the request that has to do with it. */
export interface OwnAccountRequest {
  readonly workspaceId: string
  readonly environment: Environment
  readonly provider: string
  readonly connectionId: string
  readonly requestId: string
}

/** Whether what an own account receives arrives; null: its provider reports nothing. */
export type Receiving = boolean | null

/**
 * Has the own account report to the service, and stores the secret. A failure is no failure of the request: the account
 * sends all the same, and the next connection, inbox or messaging account tries again.
 */
export async function registerOwnWebhook(
  { db, providerCaller, publicUrl }: OwnWebhookDeps,
  { requestId, ...account }: OwnAccountRequest,
  log: Logger,
  beforeCommit?: BeforeCommit<boolean>,
): Promise<SealedSecret | null> {
  const { workspaceId, provider, connectionId } = account
  const url = ownWebhookUrl(publicUrl(), provider, connectionId)
  const answered = await providerCaller.call(`webhook:${requestId}`, { kind: 'register_webhook', ...account, url })
  const failed =
    answered.kind === 'unanswered' ? 'unanswered' : 'failed' in answered.answer ? answered.answer.failed : null
  const sealed = answered.kind === 'answered' && 'webhook' in answered.answer ? answered.answer.webhook : null
  if (failed === null) log.info({ provider, connection_id: connectionId }, 'own_webhook_registered')
  else log.warn({ provider, connection_id: connectionId, reason: failed }, 'own_webhook_not_registered')
  await recordOwnWebhook(db, { workspaceId, connectionId, url, sealed }, async (tx) =>
    beforeCommit?.(tx, sealed !== null),
  )
  return sealed
}

/** The same where the account does not report to the service yet. */
export async function ensureOwnWebhook(deps: OwnWebhookDeps, account: OwnAccountRequest, log: Logger): Promise<void> {
  const { workspaceId, provider, connectionId } = account
  const url = ownWebhookUrl(deps.publicUrl(), provider, connectionId)
  const known = await ownWebhookUrls(deps.db, workspaceId)
  if (known.some((one) => one.connectionId === connectionId && one.url === url)) return
  await registerOwnWebhook(deps, account, log)
}

type AccountToLeave = Omit<OwnAccountRequest, 'connectionId'>

/** Reads what is needed before the connection is revoked; the answer is then called, and removes the webhooks. */
export async function prepareRemoval(
  deps: OwnWebhookDeps,
  account: AccountToLeave,
  log: Logger,
): Promise<() => Promise<void>> {
  const found = await webhookToLeave(deps.db, account)
  return async () => {
    if (found !== null) await remove(deps, { account, found, kept: null }, log)
  }
}

/**
 * The same before the key is replaced: then those webhooks are removed that the account of the new key does not have
 * (`now`; null: it has none). They are in the account of the old key.
 */
export async function prepareReplacement(
  deps: OwnWebhookDeps & { readonly cipher: SecretCipher },
  account: AccountToLeave,
  log: Logger,
): Promise<(now: SealedSecret | null) => Promise<void>> {
  const found = await webhookToLeave(deps.db, account)
  if (found === null) return async () => undefined
  const { workspaceId } = account
  const owner = { workspaceId, provider: OWN_WEBHOOK_SEAL, connectionId: found.connectionId }
  const opened = (sealed: SealedSecret | null) => {
    const webhook = sealed === null ? null : deps.cipher.open(owner, sealed)
    return webhook?.kind === 'opened' ? readOwnWebhook(webhook.credential) : null
  }
  return async (now) => {
    const before = opened(found.webhook)
    if (before === null) return remove(deps, { account, found: { ...found, webhook: null }, kept: now }, log)
    const kept = opened(now)?.ids ?? []
    const ids = before.ids.filter((id) => !kept.includes(id))
    if (ids.length === 0) return
    const webhook = deps.cipher.seal(owner, writeOwnWebhook({ ...before, ids }))
    await remove(deps, { account, found: { ...found, webhook }, kept: null }, log)
  }
}

const webhookToLeave = (db: Database, account: AccountToLeave): Promise<KeyedWebhook | null> =>
  OWN_WEBHOOK_PROVIDERS.has(account.provider) ? webhookToRemove(db, account) : Promise.resolve(null)

interface ToLeave {
  readonly account: AccountToLeave
  readonly found: KeyedWebhook
  /** The webhooks that stay, where those to remove are not known. */
  readonly kept: SealedSecret | null
}

/**
 * Where no webhook is known, an answer may have been lost: the worker searches for our URL. A failure is no failure
 * of the request: the service refuses what such a webhook still reports.
 */
async function remove(
  { providerCaller, publicUrl }: OwnWebhookDeps,
  { account: { requestId, ...named }, found: { key, ...found }, kept }: ToLeave,
  log: Logger,
): Promise<void> {
  const { provider } = named
  const url = ownWebhookUrl(publicUrl(), provider, found.connectionId)
  const search = found.webhook === null ? { url, kept } : {}
  const question = { kind: 'remove_webhook', ...named, ...found, ...search, sealed: key } as const
  const answered = await providerCaller.call(`webhook:${requestId}:remove`, question)
  const failed =
    answered.kind === 'unanswered' ? 'unanswered' : 'failed' in answered.answer ? answered.answer.failed : null
  const facts = { provider, connection_id: found.connectionId }
  if (failed === null) log.info(facts, 'own_webhook_removed')
  else log.warn({ ...facts, reason: failed }, 'own_webhook_not_removed')
}

/** `receiving` of each connection of a workspace. */
export async function receivingOf(
  { db, publicUrl }: Pick<OwnWebhookDeps, 'db' | 'publicUrl'>,
  workspaceId: string,
): Promise<(provider: string) => Receiving> {
  const known = await ownWebhookUrls(db, workspaceId)
  const receiving = new Set(
    known
      .filter(({ provider, connectionId, url }) => url === ownWebhookUrl(publicUrl(), provider, connectionId))
      .map(({ provider }) => provider),
  )
  return (provider) => (OWN_WEBHOOK_PROVIDERS.has(provider) ? receiving.has(provider) : null)
}

/** What the customer or the operator does so that mail and reports arrive. */
export const nextStepOf = (provider: string, publicUrl: string): string =>
  isLocal(publicUrl)
    ? `Nothing of this account can be received, because the service has no public address. Set PUBLIC_URL, then connect the key again with \`POST /v1/connections/${provider}\`.`
    : `Nothing of this account can be received, because the provider did not register the service's webhook. Connect the key again, or one that may manage webhooks, with \`POST /v1/connections/${provider}\`.`
