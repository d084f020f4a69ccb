import type { Logger } from 'pino'
import { readAccountHost } from '../../../domain/connections/account-host.ts'
import { connectable } from '../../../domain/connections/connectable.ts'
import type { CredentialCheck } from '../../../domain/connections/checks.ts'
import { OWN_WEBHOOK_PROVIDERS } from '../../../domain/connections/own-webhook.ts'
import { type SecretContext, twoParts } from '../../../domain/connections/credential.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { KnownProviders } from '../../../activities/providers/known-providers.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import { type CredentialToSeal, storeCredential } from '../../../usecases/outreach/store-credential.ts'
import { accountsElsewhere } from '../../../db/outreach/messaging-accounts/elsewhere.ts'
import { type ConnectionState, findConnectionId } from '../../../db/access/connections/queries.ts'
import { newId } from '../../../db/ids.ts'
import { didYouMeanOf } from '../../errors/did-you-mean.ts'
import { Problem } from '../../errors/problem.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import { defineRoute } from '../../route/route.ts'
import { Connection, ConnectionParams, ConnectRequest } from '../../schemas/connection.ts'
import { type OwnWebhookDeps, prepareReplacement, registerOwnWebhook } from './own-webhook.ts'
import { presentConnection } from './present.ts'

export interface ConnectDeps extends OwnWebhookDeps {
  readonly known: KnownProviders
  readonly cipher: SecretCipher
}

/** A provider that is down seldom recovers sooner. */
const RETRY_AFTER_SECONDS = 10

/** Spec 4.11: stores the workspace's own key, encrypted, once the provider has accepted it. */
export const connectProvider = (deps: ConnectDeps) =>
  defineRoute({
    operationId: 'connectProvider',
    method: 'POST',
    path: '/v1/connections/{provider}',
    summary: 'Connect a provider',
    description:
      'Replaces an existing key and reactivates a revoked connection. If the provider offers a free check, the key is verified first, and a refused key is not stored. With a key of AgentMail, Resend or Unipile, the service registers its webhooks in the account, so that received messages, bounces and complaints arrive. The host of an account in which messaging accounts are cannot be replaced. Runs with a connected key are not metered.',
    tags: ['Connections'],
    spec: '4.11',
    access: 'owner',
    params: ConnectionParams,
    idempotent: {
      store: deps,
      check: ({ params, body }) => void requireConnectable(deps.known, params.provider, body),
    },
    body: ConnectRequest,
    bodyExamples: {
      key: { summary: 'One key', value: { api_key: 'your-key' } },
      login: { summary: 'Two parts', value: { api_key: 'login:password' } },
      host: { summary: 'A key and a host', value: { api_key: 'your-key', account: 'api12.unipile.com:14255' } },
    },
    responses: {
      200: { description: 'The active connection.', schema: Connection },
    },
    errors: ['conflict', 'provider_not_available', 'unavailable'],
    async handler({ params, body, principal, requestId, log, saveResponse, reply }) {
      const { check, account } = requireConnectable(deps.known, params.provider, body)
      await requireSameHost(deps, { workspaceId: principal.workspaceId, provider: params.provider, account })
      const owner: SecretContext = {
        workspaceId: principal.workspaceId,
        provider: params.provider,
        connectionId: (await findConnectionId(deps.db, principal.workspaceId, params.provider)) ?? newId('conn'),
      }
      if (check !== null)
        await requireAccepted(deps, {
          owner,
          environment: principal.environment,
          credential: body.api_key,
          account,
          requestId,
        })
      const credential = { owner, credential: body.api_key, account, verified: check !== null }
      const connection = await store(deps, { credential, principal, requestId, log }, saveResponse)
      log.info({ provider: params.provider, verified: check !== null ? 'yes' : 'no' }, 'connection_created')
      return reply(200, connection)
    },
  })

interface ToStore {
  readonly credential: CredentialToSeal
  readonly principal: Pick<Principal, 'environment'>
  readonly requestId: string
  readonly log: Logger
}

/** A repeated request finds the webhook that was registered, so a crash in between leaves nothing twice. */
async function store(
  deps: ConnectDeps,
  { credential, principal: { environment }, requestId, log }: ToStore,
  saveResponse: SaveResponse<typeof Connection>,
): Promise<Connection> {
  const publicUrl = deps.publicUrl()
  if (!OWN_WEBHOOK_PROVIDERS.has(credential.owner.provider)) {
    const present = (stored: ConnectionState) => presentConnection(stored, { receiving: null, publicUrl })
    return present(await storeCredential(deps, credential, (tx, stored) => saveResponse(tx, present(stored))))
  }
  const { workspaceId, provider } = credential.owner
  const removeReplaced = await prepareReplacement(deps, { workspaceId, environment, provider, requestId }, log)
  const stored = await storeCredential(deps, credential)
  const connectionId = (await findConnectionId(deps.db, workspaceId, provider)) ?? credential.owner.connectionId
  const account = { workspaceId, environment, provider, connectionId, requestId }
  const registered = await registerOwnWebhook(deps, account, log, (tx, receiving) =>
    saveResponse(tx, presentConnection(stored, { receiving, publicUrl })),
  )
  await removeReplaced(registered)
  return presentConnection(stored, { receiving: registered !== null, publicUrl })
}

/** Messaging accounts are found at the host at which they were connected, and at no other. */
async function requireSameHost(
  { db }: Pick<ConnectDeps, 'db'>,
  { workspaceId, provider, account }: Omit<SecretContext, 'connectionId'> & { readonly account: string | null },
): Promise<void> {
  const host = account === null ? null : await accountsElsewhere(db, { workspaceId, provider, account })
  if (host === null) return
  throw new Problem(
    'conflict',
    `Messaging accounts of this workspace are connected at ${host}. Connect that host, or disconnect them first with \`DELETE /v1/{network}/accounts/{account_id}\`.`,
    { param: '/account' },
  )
}

/** Throws a Problem for a provider that cannot be connected, or not with this credential or account. */
const connectableOf = ({ findManifest, catalog }: KnownProviders, provider: string) =>
  connectable(provider, { manifest: findManifest(provider), listed: catalog.provider(provider) })

/** The providers of which a workspace can connect a key. */
const connectableNames = (known: KnownProviders): string[] =>
  [...known.manifests, ...known.catalog.providers]
    .map(({ slug }) => slug)
    .filter((slug) => connectableOf(known, slug).kind === 'connectable')

function requireConnectable(
  known: KnownProviders,
  provider: string,
  { api_key: credential, account }: ConnectRequest,
): { readonly check: CredentialCheck | null; readonly account: string | null } {
  const answer = connectableOf(known, provider)
  switch (answer.kind) {
    case 'connectable':
      if (answer.twoPart && twoParts(credential) === null)
        throw new Problem(
          'invalid_request',
          'The credentials of this provider have two parts: send them as `login:password`.',
          { param: '/api_key' },
        )
      return { check: answer.check, account: requireAccount(answer.accountDomain, account) }
    case 'unknown':
      throw new Problem('provider_not_available', `There is no provider "${provider}".`, {
        param: '/provider',
        ...didYouMeanOf(provider, connectableNames(known)),
      })
    case 'excluded':
      throw new Problem('provider_not_available', `This provider cannot be connected. ${answer.reason}`, {
        param: '/provider',
      })
    case 'open':
      throw new Problem('invalid_request', 'This provider is a public source and needs no key.', { param: '/provider' })
  }
}

/** The host of the account; null if the provider has one host for all. */
function requireAccount(domain: string | null, account: string | undefined): string | null {
  const refused = (detail: string): Problem => new Problem('invalid_request', detail, { param: '/account' })
  if (domain === null) {
    if (account !== undefined) throw refused('All accounts of this provider have one host: leave `account` out.')
    return null
  }
  if (account === undefined)
    throw refused(
      `Each account of this provider has its own host: send it as \`account\`, such as api12.${domain}:14255.`,
    )
  const read = readAccountHost(account, domain)
  if (read.kind === 'refused') throw refused(read.reason)
  return read.host
}

interface KeyToTry {
  readonly owner: SecretContext
  /** That of the request. */
  readonly environment: Environment
  readonly credential: string
  readonly account: string | null
  readonly requestId: string
}

/** Nothing is stored before the provider has accepted the key, so an earlier key stays in place. */
async function requireAccepted(
  deps: ConnectDeps,
  { owner, environment, credential, account, requestId }: KeyToTry,
): Promise<void> {
  const reply = await deps.providerCaller.call(`verify:${requestId}`, {
    kind: 'verify_credential',
    ...owner,
    environment,
    sealed: deps.cipher.seal(owner, credential),
    ...(account === null ? {} : { account }),
  })
  const verdict = reply.kind === 'answered' ? reply.answer.verdict : 'unreachable'
  if (verdict === 'refused') {
    throw new Problem(
      'invalid_request',
      'The provider refused this key. Nothing was stored. Copy the key from your account at the provider and send all of it.',
      { param: '/api_key' },
    )
  }
  if (verdict === 'unreachable') {
    throw new Problem('unavailable', 'The provider could not verify the key now. Nothing was stored.', {
      retry_after: RETRY_AFTER_SECONDS,
      ...(reply.kind === 'unanswered' ? { cause: reply.cause } : {}),
    })
  }
}
