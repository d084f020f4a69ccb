import type { Database } from '../../../db/database.ts'
import { readEmailDomains } from '../../../db/outreach/email-domains/queries.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailDomain, EmailDomainList, EmailDomainParams } from '../../schemas/inbox.ts'
import { existingDomain } from './find.ts'
import { presentDomain } from './present.ts'

export const listEmailDomains = ({ db }: { readonly db: Database }) =>
  defineRoute({
    operationId: 'listEmailDomains',
    method: 'GET',
    path: '/v1/email/domains',
    summary: 'List sending domains',
    description: 'The domains of this environment, with the records to publish. No provider is called.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The domains, by name.', schema: EmailDomainList } },
    errors: [],
    async handler({ principal: { workspaceId, environment }, reply }) {
      const domains = await readEmailDomains(db, { workspaceId, environment })
      return reply(200, { items: domains.map(presentDomain) })
    },
  })

export const getEmailDomain = ({ db }: { readonly db: Database }) =>
  defineRoute({
    operationId: 'getEmailDomain',
    method: 'GET',
    path: '/v1/email/domains/{domain}',
    summary: 'Get a sending domain',
    description: 'The domain as it was at its last check. No provider is called.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    params: EmailDomainParams,
    responses: { 200: { description: 'The domain, and the records to publish.', schema: EmailDomain } },
    errors: ['not_found'],
    async handler({ params, principal, reply }) {
      return reply(200, presentDomain(await existingDomain(db, principal, params.domain)))
    },
  })
