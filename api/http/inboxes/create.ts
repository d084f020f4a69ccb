import type { Static } from 'typebox'
import { DEFAULT_INBOX_DOMAIN, INBOX_PROVIDER } from '../../../domain/senders/inbox-address.ts'
import { INBOXES_MAX } from '../../../domain/senders/limits.ts'
import type { CredentialCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { readEmailDomains } from '../../../db/email-domains/queries.ts'
import { newId } from '../../../db/ids.ts'
import { beginInbox, giveInboxUp, settleInbox } from '../../../db/inboxes/create.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailInbox, EmailInboxCreate } from '../../schemas/inbox.ts'
import { providerProblem } from '../accounts/find.ts'
import { presentInbox } from './present.ts'

export interface CreateInboxDeps {
  readonly db: Database
  readonly cipher: CredentialCipher
  readonly providerCaller: ProviderCaller
}

/** Decisions, "email inboxes": makes one at the provider, or a simulated one in the sandbox. */
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
    },
    responses: { 200: { description: 'The inbox.', schema: EmailInbox } },
    errors: ['conflict', 'limit_reached', 'provider_not_available', 'unavailable'],
    async handler({ body, principal, requestId, log, saveResponse, reply }) {
      const domain = (body.domain ?? DEFAULT_INBOX_DOMAIN).toLowerCase()
      await requireOwnDomain(deps.db, principal, domain)
      const request: InboxRequest = {
        principal,
        address: `${body.username.toLowerCase()}@${domain}`,
        domain,
        displayName: body.display_name ?? null,
        requestId,
      }
      const inbox = await (principal.environment === 'test' ? simulate : make)(deps, request, saveResponse)
      log.info({ inbox_id: inbox.inbox_id }, 'inbox_created')
      return reply(200, inbox)
    },
  })

interface InboxRequest {
  readonly principal: Principal
  readonly address: string
  readonly domain: string
  readonly displayName: string | null
  readonly requestId: string
}

type Inbox = Static<typeof EmailInbox>

async function requireOwnDomain(db: Database, { workspaceId, environment }: Principal, domain: string): Promise<void> {
  if (domain === DEFAULT_INBOX_DOMAIN) return
  const own = (await readEmailDomains(db, { workspaceId, environment })).find((one) => one.domain === domain)
  if (own?.status === 'active') return
  throw new Problem(
    'invalid_request',
    own === undefined
      ? 'This domain is not one of yours (`GET /v1/email/inboxes`, `domains`).'
      : `This domain cannot be used for mail yet. Its status is ${own.status}.`,
    { param: '/domain' },
  )
}

const inboxOf = (id: string, { principal: { environment }, address, domain }: InboxRequest): Inbox =>
  presentInbox({ id, address, domain, status: 'active', environment })

const refused = (kind: 'taken' | 'full'): Problem =>
  kind === 'full'
    ? new Problem('limit_reached', `A workspace has at most ${INBOXES_MAX} inboxes, over both environments.`)
    : new Problem('conflict', 'This address is taken.', { param: '/username' })

/** Sandboxes do not share addresses: the same one may exist in several. */
async function simulate(
  { db }: CreateInboxDeps,
  request: InboxRequest,
  remember: SaveResponse<typeof EmailInbox>,
): Promise<Inbox> {
  const { workspaceId, environment } = request.principal
  const id = newId('inbox')
  const begun = await beginInbox(
    db,
    {
      id,
      workspaceId,
      environment,
      provider: 'sandbox',
      externalId: `${workspaceId}:${request.address}`,
      address: request.address,
      displayName: request.displayName,
      status: 'active',
    },
    (tx) => remember(tx, inboxOf(id, request)),
  )
  if (begun.kind !== 'begun') throw refused(begun.kind)
  return inboxOf(id, request)
}

async function make(
  { db, cipher, providerCaller }: CreateInboxDeps,
  request: InboxRequest,
  remember: SaveResponse<typeof EmailInbox>,
): Promise<Inbox> {
  const {
    principal: { workspaceId, environment },
    address,
    displayName,
  } = request
  const named = { workspaceId, environment, provider: INBOX_PROVIDER, address, displayName }
  const begun = await beginInbox(db, { id: newId('inbox'), ...named, externalId: address, status: 'pending' })
  if (begun.kind !== 'begun') throw refused(begun.kind)
  const { id } = begun
  const reply = await providerCaller.ask(`inbox:${request.requestId}`, {
    kind: 'make_inbox',
    workspaceId,
    environment,
    provider: INBOX_PROVIDER,
    inboxId: id,
  })
  if (reply.kind === 'unanswered') throw providerProblem('unreachable', reply.cause)
  if ('failed' in reply.answer) {
    // Whether the unreachable provider has made the inbox is unknown: it stays pending, and is requested again under
    // the same id.
    if (reply.answer.failed === 'unreachable') throw providerProblem('unreachable')
    await giveInboxUp(db, id)
    throw reply.answer.failed === 'taken' ? refused('taken') : providerProblem(reply.answer.failed)
  }
  const opened = cipher.open({ workspaceId, provider: INBOX_PROVIDER, connectionId: id }, reply.answer.inbox)
  if (opened.kind !== 'opened') throw new Error("a worker's answer does not open here")
  const inbox = inboxOf(id, request)
  await settleInbox(db, { id, ...named, externalId: opened.credential }, (tx) => remember(tx, inbox))
  return inbox
}
