import type { Logger } from 'pino'
import { isLocal, OWN_WEBHOOK_PROVIDERS, ownWebhookUrl } from '../../../domain/connections/own-webhook.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { ownWebhookUrls, recordOwnWebhook, webhookToRemove } from '../../../db/connections/own-webhook.ts'
import type { Also, Database } from '../../../db/database.ts'
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

/** Whether mail and reports of an own account arrive; null: its provider sends none. */
export type Receiving = boolean | null

/**
 * Has the own account report to the service, and stores the secret. A failure is no failure of the request: the account
 * sends all the same, and the next connection, inbox or domain tries again.
 */
export async function registerOwnWebhook(
  { db, providerCaller, publicUrl }: OwnWebhookDeps,
  { requestId, ...account }: OwnAccountRequest,
  log: Logger,
  also?: Also<boolean>,
): Promise<boolean> {
  const { workspaceId, provider, connectionId } = account
  const url = ownWebhookUrl(publicUrl(), provider, connectionId)
  const answered = await providerCaller.ask(`webhook:${requestId}`, { kind: 'register_webhook', ...account, url })
  const failed =
    answered.kind === 'unanswered' ? 'unanswered' : 'failed' in answered.answer ? answered.answer.failed : null
  const sealed = answered.kind === 'answered' && 'webhook' in answered.answer ? answered.answer.webhook : null
  if (failed === null) log.info({ provider, connection_id: connectionId }, 'own_webhook_registered')
  else log.warn({ provider, connection_id: connectionId, reason: failed }, 'own_webhook_not_registered')
  await recordOwnWebhook(db, { workspaceId, connectionId, url, sealed }, async (tx) => also?.(tx, sealed !== null))
  return sealed !== null
}

/** The same where the account does not report to the service yet. */
export async function ensureOwnWebhook(deps: OwnWebhookDeps, account: OwnAccountRequest, log: Logger): Promise<void> {
  const { workspaceId, provider, connectionId } = account
  const url = ownWebhookUrl(deps.publicUrl(), provider, connectionId)
  const known = await ownWebhookUrls(deps.db, workspaceId)
  if (known.some((one) => one.connectionId === connectionId && one.url === url)) return
  await registerOwnWebhook(deps, account, log)
}

/** Reads what is needed before the connection is revoked; the answer is then called, and removes the webhook. */
export async function prepareRemoval(
  { db, providerCaller }: Omit<OwnWebhookDeps, 'publicUrl'>,
  { requestId, ...named }: Omit<OwnAccountRequest, 'connectionId'>,
  log: Logger,
): Promise<() => Promise<void>> {
  const { workspaceId, provider } = named
  const found = await webhookToRemove(db, { workspaceId, provider })
  if (found === null) return async () => undefined
  return async () => {
    const { key, ...rest } = found
    const question = { kind: 'remove_webhook', ...named, ...rest, sealed: key } as const
    const answered = await providerCaller.ask(`webhook:${requestId}`, question)
    const removed = answered.kind === 'answered' && !('failed' in answered.answer)
    const facts = { provider, connection_id: found.connectionId }
    if (removed) log.info(facts, 'own_webhook_removed')
    else log.warn(facts, 'own_webhook_not_removed')
  }
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
    : `Nothing of this account can be received, because the provider did not register the service's webhook. Connect a key that may manage webhooks with \`POST /v1/connections/${provider}\`.`
