import type { Principal } from '../../../domain/access/principal.ts'
import { type ReportedDomain, simulatedRecords } from '../../../domain/senders/email-domain.ts'
import { judge, type MailAuthentication, simulatedDns } from '../../../domain/senders/mail-authentication.ts'
import { DOMAIN_PROVIDER } from '../../../domain/senders/inbox-address.ts'
import {
  recordAuthentication,
  recordDomainState,
  type StoredDomain,
} from '../../../db/outreach/email-domains/queries.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailDomain, EmailDomainParams } from '../../schemas/inbox.ts'
import { mailProblem } from '../inboxes/problem.ts'
import type { DomainDeps } from './add.ts'
import { existingDomain } from './find.ts'
import { presentDomain } from './present.ts'
import { openReport } from './report.ts'

/** Decisions, "sending domains": what the provider finds of the records now. */
export const checkEmailDomain = (deps: DomainDeps) =>
  defineRoute({
    operationId: 'checkEmailDomain',
    method: 'POST',
    path: '/v1/email/domains/{domain}/check',
    summary: 'Check a sending domain',
    description:
      'Has the provider look for the DNS records, looks up how mail of the domain proves itself to receivers, and returns the domain. Records can take hours to be found: repeat the check until `status` is `active`. In the sandbox a check verifies the domain.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'owner',
    params: EmailDomainParams,
    responses: { 200: { description: 'The domain as the provider sees it now.', schema: EmailDomain } },
    errors: ['not_found', 'conflict', 'provider_not_available', 'unavailable'],
    async handler({ params, principal, requestId, log, reply }) {
      const stored = await existingDomain(deps.db, principal, params.domain)
      const { status, records } = await reportOf(deps, stored, { principal, requestId })
      await recordDomainState(deps.db, stored.id, { status, records })
      log.info({ status }, 'email_domain_checked')
      if (principal.environment === 'test')
        await recordAuthentication(deps.db, stored.id, simulated({ ...stored, records }))
      return reply(200, presentDomain(await existingDomain(deps.db, principal, params.domain)))
    },
  })

/** Of a sandbox domain that a check has verified. */
function simulated({ domain, records }: Pick<StoredDomain, 'domain' | 'records'>): MailAuthentication {
  const found = judge(domain, records, { answerTo: simulatedDns(domain), at: new Date() })
  if (found === null) throw new Error('the simulated DNS did not answer')
  return found
}

async function reportOf(
  { cipher, providerCaller }: DomainDeps,
  stored: StoredDomain,
  { principal: { workspaceId, environment }, requestId }: { principal: Principal; requestId: string },
): Promise<Omit<ReportedDomain, 'externalId'>> {
  if (environment === 'test') return { status: 'active', records: simulatedRecords(stored.domain, 'verified') }
  const { id, provider } = stored
  if (provider !== DOMAIN_PROVIDER) return stored
  if (stored.externalId == null) {
    throw new Problem(
      'conflict',
      'The provider has not answered the request that added this domain. Repeat `POST /v1/email/domains`.',
      { param: '/domain' },
    )
  }
  const reply = await providerCaller.call(`check:${requestId}`, {
    kind: 'check_domain',
    workspaceId,
    environment,
    provider,
    connectionId: stored.connectionId ?? null,
    domainId: id,
  })
  if (reply.kind === 'unanswered') throw mailProblem('unreachable', provider, reply.cause)
  if ('domain' in reply.answer) {
    return openReport(cipher, { workspaceId, provider, connectionId: id }, reply.answer.domain)
  }
  // Someone has removed it at the provider: it sends nothing until it is removed here and added again.
  if (reply.answer.failed === 'gone') return { status: 'failed', records: stored.records }
  throw mailProblem(reply.answer.failed, provider)
}
