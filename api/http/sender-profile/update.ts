import { readCountryCode } from '../../../domain/law/country.ts'
import type { Database } from '../../../db/database.ts'
import { changeSenderProfile } from '../../../db/outreach/law/settings.ts'
import { defineRoute } from '../../route/route.ts'
import { SenderProfile, SenderProfileUpdate } from '../../schemas/law.ts'
import { invalidRequest } from '../../validation/check.ts'
import { presentProfile } from './present.ts'

/** Only people state who they are (decisions, "Law by construction"). */
export const updateSenderProfile = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateSenderProfile',
    method: 'PUT',
    path: '/v1/sender-profile',
    summary: 'Update the sender profile',
    description:
      'Replaces the members that it names; null removes one. It takes effect for runs that are not reserved.',
    tags: ['Law'],
    spec: '4.13',
    access: 'session',
    body: SenderProfileUpdate,
    bodyExamples: {
      company: {
        summary: 'A company',
        value: {
          legal_name: 'Example GmbH',
          postal_address: 'Musterweg 1, 10115 Berlin, Germany',
          country: 'DE',
          contact: 'privacy@example.com',
          privacy_url: 'https://example.com/privacy',
        },
      },
    },
    responses: { 200: { description: 'The updated profile.', schema: SenderProfile } },
    errors: [],
    async handler({ body, principal, reply }) {
      const country = typeof body.country === 'string' ? readCountryCode(body.country) : body.country
      if (country === null && body.country !== null)
        throw invalidRequest([{ path: '/country', message: 'is the code of no country: write ISO 3166-1 alpha-2' }])
      const change = { ...body, ...(country === undefined ? {} : { country }) }
      return reply(200, presentProfile(await changeSenderProfile(deps.db, principal.workspaceId, change)))
    },
  })
