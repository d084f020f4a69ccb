import { DOMAIN_PROVIDER } from '../../../domain/senders/inbox-address.ts'
import { removeEmailDomain } from '../../../usecases/outreach/email-domains.ts'
import { findDomainById, type StoredDomain } from '../../../db/outreach/email-domains/queries.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailDomain, EmailDomainParams } from '../../schemas/inbox.ts'
import { mailProblem } from '../inboxes/problem.ts'
import type { DomainDeps } from './add.ts'
import { existingDomain } from './find.ts'
import { presentDomain } from './present.ts'

/**
 * Decisions, "sending domains": removed at the provider, then here. Interrupted, the request can be repeated, because a
 * domain that is gone at the provider counts as removed. A domain in the workspace's own account stays there.
 */
export const deleteEmailDomain = (deps: Pick<DomainDeps, 'db' | 'providerCaller'>) =>
  defineRoute({
    operationId: 'deleteEmailDomain',
    method: 'DELETE',
    path: '/v1/email/domains/{domain}',
    summary: 'Remove a sending domain',
    description:
      'Its inboxes are removed with it and send nothing more. In your own account at the provider the domain stays. If the provider is unreachable, nothing changes.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'owner',
    params: EmailDomainParams,
    responses: { 200: { description: 'The removed domain.', schema: EmailDomain } },
    errors: ['not_found', 'provider_not_available', 'unavailable'],
    async handler({ params, principal, requestId, log, reply }) {
      const stored = await existingDomain(deps.db, principal, params.domain)
      if (!(await remove(deps, stored, `remove:${requestId}`))) {
        // The request that added the domain got its answer in the meantime.
        const again = await findDomainById(deps.db, stored)
        if (again !== null) await remove(deps, again, `remove:${requestId}:again`)
      }
      log.info({}, 'email_domain_removed')
      return reply(200, { ...presentDomain(stored), status: 'removed' })
    },
  })

/** False: the row is gone or has changed, and the domain may still be at the provider. */
async function remove(
  { db, providerCaller }: Pick<DomainDeps, 'db' | 'providerCaller'>,
  stored: StoredDomain,
  operationId: string,
): Promise<boolean> {
  const { id, workspaceId, environment, provider, connectionId = null } = stored
  if (environment === 'live' && provider === DOMAIN_PROVIDER && connectionId === null) {
    const answer = await providerCaller.call(operationId, {
      kind: 'remove_domain',
      workspaceId,
      environment,
      provider,
      connectionId,
      domainId: id,
    })
    if (answer.kind === 'unanswered') throw mailProblem('unreachable', provider, answer.cause)
    if ('failed' in answer.answer) throw mailProblem(answer.answer.failed, provider)
  }
  return removeEmailDomain(db, stored)
}
