import type { Static } from 'typebox'
import { hasKnownSuffix, readMailHost, registrableOf } from '../../../domain/identity/host.ts'
import { SHARED_MAIL_DOMAINS } from '../../../domain/outbound/own-addresses.ts'
import { simulatedRecords } from '../../../domain/senders/email-domain.ts'
import { DOMAIN_PROVIDER } from '../../../domain/senders/inbox-address.ts'
import { EMAIL_DOMAINS_MAX } from '../../../domain/senders/limits.ts'
import { PUBLIC_MAIL_DOMAINS } from '../../../domain/senders/public-mail-domains.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { giveDomainUp } from '../../../db/outreach/email-domains/create.ts'
import { beginDomain, settleDomain } from '../../../usecases/outreach/email-domains.ts'
import { newId } from '../../../db/ids.ts'
import { readMailAccount } from '../../../db/outreach/senders/mail-account.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'
import { Problem } from '../../errors/problem.ts'
import { quotaExceeded } from '../../errors/quota.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailDomain, EmailDomainAdd } from '../../schemas/inbox.ts'
import { mailProblem } from '../inboxes/problem.ts'
import { existingDomain } from './find.ts'
import { presentDomain } from './present.ts'
import { openReport } from './report.ts'

export interface DomainDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly providerCaller: ProviderCaller
}

interface DomainRequest {
  readonly principal: Principal
  readonly domain: string
  readonly requestId: string
}

type Shown = Static<typeof EmailDomain>
type SaveResponseOfDomain = SaveResponse<typeof EmailDomain>

/** Decisions, "sending domains": adds one at the provider that verifies it, or a simulated one in the sandbox. */
export const addEmailDomain = (deps: DomainDeps) =>
  defineRoute({
    operationId: 'addEmailDomain',
    method: 'POST',
    path: '/v1/email/domains',
    summary: 'Add a sending domain',
    description: `Returns the DNS records to publish. After that, \`POST /v1/email/domains/{domain}/check\` verifies the domain, and \`POST /v1/email/inboxes\` creates inboxes under it. With your own key of the provider connected, the domain is in your own account; one that is there already is used. A workspace has at most ${EMAIL_DOMAINS_MAX} domains over both environments. The same request again returns the domain as it is.`,
    tags: ['Senders'],
    spec: '4.13',
    access: 'owner',
    idempotent: { store: deps },
    body: EmailDomainAdd,
    bodyExamples: { subdomain: { summary: 'A subdomain for mail', value: { domain: 'mail.example.com' } } },
    responses: { 200: { description: 'The domain, and the records to publish.', schema: EmailDomain } },
    errors: ['conflict', 'limit_reached', 'provider_not_available', 'unavailable'],
    async handler({ body, principal, requestId, log, saveResponse, reply }) {
      const request = { principal, domain: requireDomain(body.domain), requestId }
      const domain = await (principal.environment === 'test' ? simulate : add)(deps, request, saveResponse)
      log.info({ status: domain.status }, 'email_domain_added')
      return reply(200, domain)
    },
  })

const OF_MAIL_PROVIDERS: readonly string[] = [...SHARED_MAIL_DOMAINS, ...PUBLIC_MAIL_DOMAINS]

function requireDomain(named: string): string {
  const domain = readMailHost(named)
  if (domain === null || registrableOf(domain) === null || !hasKnownSuffix(domain))
    throw new Problem(
      'invalid_request',
      'The domain must be one that can send mail and whose DNS you control, for example mail.example.com.',
      { param: '/domain' },
    )
  if (OF_MAIL_PROVIDERS.some((taken) => domain === taken || domain.endsWith(`.${taken}`)))
    throw new Problem(
      'invalid_request',
      'This domain belongs to a mail provider. Add a domain whose DNS you control.',
      {
        param: '/domain',
      },
    )
  return domain
}

const refused = (kind: 'taken' | 'removed'): Problem => {
  switch (kind) {
    case 'taken':
      return new Problem(
        'conflict',
        'Another workspace or account has this domain. It must remove the domain before you can add it.',
        { param: '/domain' },
      )
    case 'removed':
      return new Problem('conflict', 'The domain was removed meanwhile. Repeat the request.', { param: '/domain' })
  }
}

async function simulate(
  { db }: DomainDeps,
  { principal, domain }: DomainRequest,
  saveResponse: SaveResponseOfDomain,
): Promise<Shown> {
  const { workspaceId, environment } = principal
  const id = newId('dom')
  const added = {
    environment,
    domain,
    provider: 'sandbox',
    status: 'pending',
    records: simulatedRecords(domain, 'pending'),
  } as const
  const begun = await beginDomain(
    db,
    {
      id,
      workspaceId,
      environment,
      domain,
      provider: added.provider,
      connectionId: null,
      reported: { externalId: id, status: added.status, records: added.records },
    },
    (tx, createdAt) =>
      saveResponse(tx, presentDomain({ ...added, authentication: null, connectionId: null, createdAt })),
  )
  if (begun.kind === 'known') return presentDomain(await existingDomain(db, principal, domain))
  if (begun.kind === 'full') throw await quotaExceeded(db, workspaceId, 'email_domains')
  if (begun.kind !== 'begun') throw refused(begun.kind)
  return presentDomain({ ...added, authentication: null, connectionId: null, createdAt: begun.createdAt })
}

async function add(
  { db, cipher, providerCaller }: DomainDeps,
  { principal, domain, requestId }: DomainRequest,
  saveResponse: SaveResponseOfDomain,
): Promise<Shown> {
  const { workspaceId, environment } = principal
  const provider = DOMAIN_PROVIDER
  const account = await readMailAccount(db, { workspaceId, provider })
  const begun = await beginDomain(db, {
    id: newId('dom'),
    workspaceId,
    environment,
    domain,
    provider,
    connectionId: account.connectionId,
    reported: null,
  })
  if (begun.kind === 'known') return presentDomain(await existingDomain(db, principal, domain))
  if (begun.kind === 'full') throw await quotaExceeded(db, workspaceId, 'email_domains')
  if (begun.kind !== 'begun') throw refused(begun.kind)
  const { id, connectionId, createdAt } = begun
  const reply = await providerCaller.call(`domain:${requestId}`, {
    kind: 'make_domain',
    workspaceId,
    environment,
    provider,
    connectionId,
    domainId: id,
  })
  if (reply.kind === 'unanswered') throw mailProblem('unreachable', provider, reply.cause)
  if ('failed' in reply.answer) {
    // The unreachable provider may have added the domain: it stays pending, and the next request finds it there.
    if (reply.answer.failed === 'unreachable') throw mailProblem('unreachable', provider)
    await giveDomainUp(db, id)
    throw reply.answer.failed === 'taken' ? refused('taken') : mailProblem(reply.answer.failed, provider)
  }
  const reported = openReport(cipher, { workspaceId, provider, connectionId: id }, reply.answer.domain)
  const shown = presentDomain({
    environment,
    domain,
    provider,
    connectionId,
    createdAt,
    status: reported.status,
    records: [...reported.records],
    authentication: null,
  })
  if (!(await settleDomain(db, id, reported, (tx) => saveResponse(tx, shown)))) throw refused('removed')
  return shown
}
