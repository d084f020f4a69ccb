import { DEFAULT_INBOX_DOMAIN } from '../../../domain/senders/inbox-address.ts'
import type { Database } from '../../../db/database.ts'
import { readEmailDomains } from '../../../db/email-domains/queries.ts'
import { listInboxes } from '../../../db/inboxes/queries.ts'
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
      const [own, inboxes] = await Promise.all([
        readEmailDomains(db, { workspaceId, environment }),
        listInboxes(db, { workspaceId, environment }),
      ])
      return reply(200, {
        domains: [
          { domain: DEFAULT_INBOX_DOMAIN, status: 'active' },
          ...own.filter(({ status }) => status !== 'registered'),
        ],
        items: inboxes.map(presentInbox),
        registered_domains: own.filter(({ status }) => status === 'registered').map(({ domain }) => domain),
      })
    },
  })
