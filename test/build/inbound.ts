import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import type { InboundProvider } from '../../domain/inbound/message.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { InboundSecrets } from '../../domain/settings/inbound-secrets.ts'
import { beginInbox, settleInbox } from '../../usecases/outreach/create-inbox.ts'
import { bindAccount, openAccountLink } from '../../usecases/outreach/bind-account.ts'
import { newId } from '../../db/ids.ts'
import type { Database } from '../../db/database.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { MessagingNetwork } from '../../domain/senders/sender.ts'
import { httpClient, type HttpAnswer } from '../support/http.ts'

const whsec = (text: string): string => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`

export const INBOUND_SECRETS: InboundSecrets = {
  agentmail: [whsec('agentmail')],
  resend: [whsec('resend new'), whsec('resend old')],
  unipile: ['unipile-secret-canary-4711'],
}

/** The body that a provider pushes, for example `agentmail-received`. */
export function inboundFixture(name: string): JsonObject {
  const content: { readonly message: JsonObject } = JSON.parse(
    readFileSync(new URL(`../fixtures/inbound/${name}.json`, import.meta.url), 'utf8'),
  )
  return content.message
}

export interface Signing {
  readonly id?: string
  readonly at?: Date
  readonly secret?: string | undefined
}

/** The headers by which a provider proves that it has sent this text. */
export function provenBy(
  provider: InboundProvider,
  text: string,
  { id = `msg_${randomUUID()}`, at = new Date(), secret = INBOUND_SECRETS[provider][0] }: Signing = {},
): Record<string, string> {
  if (secret === undefined) throw new Error('no secret')
  if (provider === 'unipile') return { 'X-Webhook-Secret': secret }
  return {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, at, text),
  }
}

/** Sends the service a message as a provider does. */
export function sendInbound(
  url: string,
  provider: InboundProvider,
  message: unknown,
  signing: Signing = {},
): Promise<HttpAnswer> {
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  return httpClient(url).request(`/v1/inbound/${provider}`, {
    method: 'POST',
    text,
    headers: { 'Content-Type': 'application/json', ...provenBy(provider, text, signing) },
  })
}

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

/** An inbox of this workspace, by the transactions of the route that makes one. */
export async function buildInbox(
  db: Database,
  owner: Owner,
  {
    provider = 'agentmail',
    externalId = `${randomUUID()}@agentmail.example`,
    address = externalId,
    connectionId = null,
  }: { provider?: string; externalId?: string; address?: string; connectionId?: string | null } = {},
) {
  const inbox = {
    ...owner,
    id: newId('inbox'),
    provider,
    externalId,
    address: address.toLowerCase(),
    displayName: null,
    connectionId,
  }
  const begun = await beginInbox(db, { ...inbox, status: 'pending' })
  if (begun.kind !== 'begun') throw new Error('the inbox was there before')
  await settleInbox(db, inbox, async () => undefined)
  return { id: inbox.id, externalId, address: inbox.address }
}

/** A connected account of this workspace, by the transactions of the link and of its page's report. */
export async function buildAccount(
  db: Database,
  owner: Owner,
  {
    network = 'linkedin',
    externalId = `acc_${randomUUID()}`,
  }: { network?: MessagingNetwork; externalId?: string } = {},
) {
  const linkId = newId('link')
  const link = { ...owner, id: linkId, network, provider: 'unipile', accountId: null, connectionId: null }
  if ((await openAccountLink(db, link)) === null) throw new Error('the workspace has too many accounts')
  const bound = await bindAccount(db, linkId, { externalId, name: `Own ${network}` })
  if (bound.kind !== 'bound') throw new Error('the account was there before')
  return { id: bound.accountId, externalId, name: `Own ${network}` }
}

/** The stream of one workspace and environment, as far as it is written. */
export async function readStream(
  db: Database,
  { workspaceId, environment }: Owner,
): Promise<{ type: string; data: JsonObject; id: string }[]> {
  const { rows } = await db.pool.query<{ type: string; data: JsonObject; id: string }>(
    'select id, type, data from event where workspace_id = $1 and environment = $2 order by sequence',
    [workspaceId, environment],
  )
  return rows
}
