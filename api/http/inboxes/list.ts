import { DEFAULT_INBOX_DOMAIN, INBOX_PROVIDER } from '../../../domain/senders/inbox-address.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../../db/database.ts'
import { readEmailDomains } from '../../../db/outreach/email-domains/queries.ts'
import { disconnectedInboxes, listInboxes } from '../../../db/outreach/inboxes/queries.ts'
import { readMailAccount } from '../../../db/outreach/senders/mail-account.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailInboxList } from '../../schemas/inbox.ts'
import { presentInbox } from './present.ts'

/** Spec 4.13: free of charge, and without a provider call. */
export const listEmailInboxes = ({ db }: { readonly db: Database }) =>
  defineRoute({
    operationId: 'listEmailInboxes',
    method: 'GET',
    path: '/v1/email/inboxes',
    summary: 'List email inboxes and domains',
    description:
      'Returns the inboxes that `email.send` can use, and the domains for which `POST /v1/email/inboxes` creates inboxes.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    responses: {
      200: {
        description: 'Domains for new inboxes, inboxes (oldest first), and domains that are not connected yet.',
        schema: EmailInboxList,
      },
    },
    errors: [],
    async handler({ principal: { workspaceId, environment }, reply }) {
      const [own, inboxes, disconnected, isDefaultUsable] = await Promise.all([
        readEmailDomains(db, { workspaceId, environment }),
        listInboxes(db, { workspaceId, environment }),
        disconnectedInboxes(db, workspaceId),
        hasDefaultDomain(db, workspaceId, environment),
      ])
      return reply(200, {
        domains: [
          ...(isDefaultUsable ? [{ domain: DEFAULT_INBOX_DOMAIN, status: 'active' as const }] : []),
          ...own.map(({ domain, status }) => ({ domain, status })),
        ],
        items: inboxes.map((inbox) => presentInbox(inbox, disconnected.has(inbox.id))),
        registered_domains: own.filter(({ status }) => status !== 'active').map(({ domain }) => domain),
      })
    },
  })

/** Whether inboxes can be made under the provider's own domain: by simulation, with the own key, or the platform's. */
async function hasDefaultDomain(db: Database, workspaceId: string, environment: Environment): Promise<boolean> {
  if (environment === 'test') return true
  const { connectionId, platform } = await readMailAccount(db, { workspaceId, provider: INBOX_PROVIDER })
  return connectionId !== null || platform
}
