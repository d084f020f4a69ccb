import type { Static } from 'typebox'
import { faultsOfChange } from '../../../domain/sending/change.ts'
import type { SendingPolicy as StoredPolicy } from '../../../domain/sending/policy.ts'
import type { Database } from '../../../db/database.ts'
import { readSendingPolicy } from '../../../db/outreach/sending/senders.ts'
import { changeSendingPolicy } from '../../../usecases/outreach/change-sending.ts'
import { defineRoute } from '../../route/route.ts'
import { SendingPolicy } from '../../schemas/sending.ts'
import { invalidRequest } from '../../validation/check.ts'

/** What holds for every sender of a workspace without own limits. */
export const getSendingPolicy = (deps: { readonly db: Database }) =>
  defineRoute({
    operationId: 'getSendingPolicy',
    method: 'GET',
    path: '/v1/sending-policy',
    summary: 'Retrieve the sending policy',
    description: 'Returns the default limits of senders, by channel, and the caps of mail domains.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The policy. Both environments share it.', schema: SendingPolicy } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, presentPolicy(await readSendingPolicy(deps.db, principal.workspaceId)))
    },
  })

export const updateSendingPolicy = (deps: { readonly db: Database }) =>
  defineRoute({
    operationId: 'updateSendingPolicy',
    method: 'PUT',
    path: '/v1/sending-policy',
    summary: 'Update the sending policy',
    description:
      'Replaces the members that it names, and null takes one off. Sends that wait are planned by the new policy.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'owner',
    body: SendingPolicy,
    bodyExamples: {
      careful: {
        summary: 'New inboxes begin with ten mails a day',
        value: {
          channels: {
            email: { ramp: { start: 10, step_per_day: 5, target: 40 }, spacing: { min_seconds: 60, max_seconds: 180 } },
          },
          domain_caps: { day: 200 },
        },
      },
    },
    responses: { 200: { description: 'The updated policy.', schema: SendingPolicy } },
    errors: ['forbidden'],
    async handler({ body, principal, reply }) {
      const faults = faultsOfChange(body.channels ?? {})
      if (faults.length > 0)
        throw invalidRequest(faults.map(({ path, message }) => ({ path: `/channels/${path}`, message })))
      return reply(200, presentPolicy(await changeSendingPolicy(deps.db, principal.workspaceId, body)))
    },
  })

/** The channels are copied, because the schema has lists that may be changed. */
const presentPolicy = (policy: StoredPolicy): Static<typeof SendingPolicy> => JSON.parse(JSON.stringify(policy))
