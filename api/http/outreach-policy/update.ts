import { readCountryCode } from '../../../domain/law/country.ts'
import type { Database } from '../../../db/database.ts'
import { changeOutreachPolicy } from '../../../db/outreach/law/settings.ts'
import { defineRoute } from '../../route/route.ts'
import { OutreachPolicy, OutreachPolicyUpdate } from '../../schemas/law.ts'
import { invalidRequest } from '../../validation/check.ts'
import { presentOutreachPolicy } from './present.ts'

/** Only people decide what their agents' messages need (decisions, "Law by construction"). */
export const updateOutreachPolicy = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateOutreachPolicy',
    method: 'PUT',
    path: '/v1/outreach-policy',
    summary: 'Update the outreach policy',
    description:
      'Replaces the members that it names; null restores the default of one. It takes effect for runs that are not reserved.',
    tags: ['Law'],
    spec: '4.13',
    access: 'session',
    body: OutreachPolicyUpdate,
    bodyExamples: {
      careful: {
        summary: 'A footer, a basis for two countries, a complete profile, and a page for each person',
        value: {
          footer: 'append',
          require_basis_for: ['CA', 'DE'],
          require_profile: true,
          ai_disclosure: 'line',
          notice_link: 'first_message',
        },
      },
    },
    responses: { 200: { description: 'The updated policy.', schema: OutreachPolicy } },
    errors: [],
    async handler({ body, principal, reply }) {
      const countries = body.require_basis_for
      const change = countries == null ? body : { ...body, require_basis_for: readCountries(countries) }
      return reply(200, presentOutreachPolicy(await changeOutreachPolicy(deps.db, principal.workspaceId, change)))
    },
  })

function readCountries(codes: readonly string[]): readonly string[] {
  const read = codes.map(readCountryCode)
  const unknown = read.indexOf(null)
  if (unknown >= 0)
    throw invalidRequest([
      { path: `/require_basis_for/${unknown}`, message: 'is the code of no country: write ISO 3166-1 alpha-2' },
    ])
  return [...new Set(read.filter((code) => code !== null))].toSorted()
}
