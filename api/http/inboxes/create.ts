import type { Static } from 'typebox'
import { DEFAULT_INBOX_DOMAIN, DOMAIN_PROVIDER, INBOX_PROVIDER } from '../../../domain/senders/inbox-address.ts'
import { INBOXES_MAX } from '../../../domain/senders/limits.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { findEmailDomain } from '../../../db/outreach/email-domains/queries.ts'
import { newId } from '../../../db/ids.ts'
import { giveInboxUp } from '../../../db/outreach/inboxes/create.ts'
import { beginInbox, settleInbox } from '../../../usecases/outreach/create-inbox.ts'
import { readMailAccount } from '../../../db/outreach/senders/mail-account.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import { quotaExceeded } from '../../errors/quota.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailInbox, EmailInboxCreate } from '../../schemas/inbox.ts'
import { ensureOwnWebhook, type OwnWebhookDeps } from '../connections/own-webhook.ts'
import { presentInbox } from './present.ts'
import { mailProblem } from './problem.ts'

export interface CreateInboxDeps extends OwnWebhookDeps {
  readonly cipher: SecretCipher
}

/**
 * Decisions, "email inboxes": makes one at the provider of its domain, in the workspace's own account where a key of it
 * is connected; or a simulated one in the sandbox.
 */
export const createEmailInbox = (deps: CreateInboxDeps) =>
  defineRoute({
    operationId: 'createEmailInbox',
    method: 'POST',
    path: '/v1/email/inboxes',
    summary: 'Create an email inbox',
    description: `Send from the inbox with \`inbox_id\`. Received mail raises \`email.received\` events. A workspace has at most ${INBOXES_MAX} inboxes over both environments. While the provider has not answered, the inbox is \`pending\`: repeat the same request, which never creates a second inbox.`,
    tags: ['Senders'],
    spec: '4.13',
    access: 'owner',
    idempotent: { store: deps },
    body: EmailInboxCreate,
    bodyExamples: {
      own: { summary: "Under the provider's domain", value: { username: 'sales', display_name: 'Sales' } },
      domain: { summary: 'Under your own domain', value: { username: 'sales', domain: 'mail.example.com' } },
    },
    responses: { 200: { description: 'The inbox.', schema: EmailInbox } },
    errors: ['conflict', 'limit_reached', 'provider_not_available', 'unavailable'],
    async handler({ body, principal, requestId, log, saveResponse, reply }) {
      const domain = (body.domain ?? DEFAULT_INBOX_DOMAIN).toLowerCase()
      const request: InboxRequest = {
        principal,
        address: `${body.username.toLowerCase()}@${domain}`,
        domain,
        displayName: body.display_name ?? null,
        requestId,
        ...(await mailAccountOf(deps.db, principal, domain)),
      }
      const { provider, connectionId } = request
      if (connectionId !== null) {
        const { workspaceId, environment } = principal
        await ensureOwnWebhook(deps, { workspaceId, environment, provider, connectionId, requestId }, log)
      }
      const inbox = await (isMadeHere(request) ? store : make)(deps, request, saveResponse)
      log.info({ inbox_id: inbox.inbox_id }, 'inbox_created')
      return reply(200, inbox)
    },
  })

/** The provider that serves an inbox, and the account there that holds it. */
interface MailAccount {
  readonly provider: string
  /** null: the platform's account. */
  readonly connectionId: string | null
  /** The workspace's own domain; absent: the provider's. */
  readonly domainId?: string
}

interface InboxRequest extends MailAccount {
  readonly principal: Principal
  readonly address: string
  readonly domain: string
  readonly displayName: string | null
  readonly requestId: string
}

type Inbox = Static<typeof EmailInbox>

/** Throws a Problem for a domain that is none of the workspace's, or that cannot be used for mail now. */
async function mailAccountOf(
  db: Database,
  { workspaceId, environment }: Principal,
  domain: string,
): Promise<MailAccount> {
  if (domain === DEFAULT_INBOX_DOMAIN) {
    if (environment === 'test') return { provider: 'sandbox', connectionId: null }
    const { connectionId } = await readMailAccount(db, { workspaceId, provider: INBOX_PROVIDER })
    return { provider: INBOX_PROVIDER, connectionId }
  }
  const own = await findEmailDomain(db, { workspaceId, environment, domain })
  if (own?.status !== 'active') {
    throw new Problem(
      'invalid_request',
      own === null
        ? 'This domain is not one of yours. Add it with `POST /v1/email/domains`.'
        : `This domain is ${own.status}. Publish its records, then check it with \`POST /v1/email/domains/${domain}/check\`.`,
      { param: '/domain' },
    )
  }
  const { provider } = own
  const connectionId = own.connectionId ?? null
  if (connectionId !== null && (await readMailAccount(db, { workspaceId, provider })).connectionId === null)
    throw mailProblem('disconnected', provider)
  return { provider, connectionId, domainId: own.id }
}

/** A simulated inbox, or one at a provider that sends from every address of a verified domain. */
const isMadeHere = ({ provider, principal }: InboxRequest): boolean =>
  principal.environment === 'test' || provider === DOMAIN_PROVIDER

const inboxOf = (id: string, { principal: { environment }, address, domain, connectionId }: InboxRequest): Inbox =>
  presentInbox({ id, address, domain, status: 'active', environment, connectionId })

function refused(kind: 'taken' | 'gone'): Problem {
  switch (kind) {
    case 'taken':
      return new Problem('conflict', 'This address is taken.', { param: '/username' })
    case 'gone':
      return new Problem('conflict', 'The domain was removed meanwhile.', { param: '/domain' })
  }
}

const domainOf = ({ domainId }: MailAccount): Pick<MailAccount, 'domainId'> =>
  domainId === undefined ? {} : { domainId }

/** An inbox that no provider has to make. Sandboxes do not share addresses: the same one may exist in several. */
async function store(
  { db }: CreateInboxDeps,
  request: InboxRequest,
  saveResponse: SaveResponse<typeof EmailInbox>,
): Promise<Inbox> {
  const { address, displayName, connectionId } = request
  const { workspaceId, environment } = request.principal
  const simulated = environment === 'test'
  const id = newId('inbox')
  const begun = await beginInbox(
    db,
    {
      id,
      workspaceId,
      environment,
      provider: simulated ? 'sandbox' : request.provider,
      externalId: simulated ? `${workspaceId}:${address}` : address,
      address,
      displayName,
      connectionId,
      ...domainOf(request),
      status: 'active',
    },
    (tx) => saveResponse(tx, inboxOf(id, request)),
  )
  if (begun.kind === 'full') throw await quotaExceeded(db, workspaceId, 'inboxes')
  if (begun.kind !== 'begun') throw refused(begun.kind)
  return inboxOf(id, request)
}

async function make(
  { db, cipher, providerCaller }: CreateInboxDeps,
  request: InboxRequest,
  saveResponse: SaveResponse<typeof EmailInbox>,
): Promise<Inbox> {
  const {
    principal: { workspaceId, environment },
    address,
    displayName,
    provider,
  } = request
  const named = { workspaceId, environment, provider, address, displayName }
  const begun = await beginInbox(db, {
    ...named,
    id: newId('inbox'),
    externalId: address,
    connectionId: request.connectionId,
    ...domainOf(request),
    status: 'pending',
  })
  if (begun.kind === 'full') throw await quotaExceeded(db, workspaceId, 'inboxes')
  if (begun.kind !== 'begun') throw refused(begun.kind)
  const { id, connectionId } = begun
  const reply = await providerCaller.call(`inbox:${request.requestId}`, {
    kind: 'make_inbox',
    workspaceId,
    environment,
    provider,
    connectionId,
    inboxId: id,
  })
  if (reply.kind === 'unanswered') throw mailProblem('unreachable', provider, reply.cause)
  if ('failed' in reply.answer) {
    // Whether the unreachable provider has made the inbox is unknown: it stays pending, and is requested again under
    // the same id.
    if (reply.answer.failed === 'unreachable') throw mailProblem('unreachable', provider)
    await giveInboxUp(db, id)
    throw reply.answer.failed === 'taken' ? refused('taken') : mailProblem(reply.answer.failed, provider)
  }
  const opened = cipher.open({ workspaceId, provider, connectionId: id }, reply.answer.inbox)
  if (opened.kind !== 'opened') throw new Error("a worker's answer does not open here")
  const inbox = inboxOf(id, { ...request, connectionId })
  await settleInbox(db, { id, ...named, connectionId, externalId: opened.credential }, (tx) => saveResponse(tx, inbox))
  return inbox
}
