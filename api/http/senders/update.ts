import { type ChannelsChange, faultsOfChange, faultsOfLimits } from '../../../domain/sending/change.ts'
import { channelsOf, type SendingChannel } from '../../../domain/sending/policy.ts'
import type { SenderKind } from '../../../domain/senders/sender.ts'
import { changeSender } from '../../../usecases/outreach/change-sending.ts'
import type { SenderDeps } from '../../../usecases/outreach/sender-plans.ts'
import { defineRoute } from '../../route/route.ts'
import { Sender, SenderUpdate, type SenderUpdateBody } from '../../schemas/sending.ts'
import { invalidRequest } from '../../validation/check.ts'
import { mustFindSender, SenderParams } from './find.ts'
import { presentSender } from './present.ts'
import { requireNoLimits } from './require-no-limits.ts'

const OWN_MEMBERS = ['caps', 'window', 'spacing', 'ramp'] as const

/** Decisions, "Slots of senders". */
export const updateSender = (deps: SenderDeps) =>
  defineRoute({
    operationId: 'updateSender',
    method: 'PATCH',
    path: '/v1/senders/{sender_id}',
    summary: 'Update a sender',
    description:
      'Sets the limits of a sender, which come before those of the sending policy. A member that is named replaces the one before, and null takes it off. A sender with one channel takes the members at the top; a LinkedIn account takes them in `channels`. Sends that wait are planned by the new limits. An API key with limits or a budget, or a connected app, cannot do this.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'write',
    params: SenderParams,
    body: SenderUpdate,
    bodyExamples: {
      mailbox: {
        summary: 'Forty mails a day in office hours, a minute or two apart',
        value: {
          caps: { hour: 8, day: 40 },
          window: { timezone: 'Europe/Berlin', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' },
          spacing: { min_seconds: 60, max_seconds: 120 },
        },
      },
      pause: { summary: 'Send nothing for now', value: { paused: true } },
    },
    responses: { 200: { description: 'The updated sender.', schema: Sender } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, body, principal, reply }) {
      const { workspaceId, environment } = principal
      const { sender } = await mustFindSender(deps, principal, params.sender_id)
      requireNoLimits(principal)
      await changeSender(deps.db, {
        workspaceId,
        environment,
        senderId: sender.id,
        channels: channelsChange(sender.kind, body),
        paused: body.paused,
      })
      return reply(200, presentSender(await mustFindSender(deps, principal, sender.id)))
    },
  })

/** The change by channel. Throws `invalid_request` for a channel that the sender does not have. */
function channelsChange(
  kind: SenderKind,
  { channels = {}, paused: _paused, ...own }: SenderUpdateBody,
): ChannelsChange {
  const [only, ...others] = channelsOf(kind)
  const named = OWN_MEMBERS.filter((member) => own[member] !== undefined)
  if (named.length > 0 && others.length > 0)
    throw invalidRequest(
      named.map((member) => ({
        path: `/${member}`,
        message: `belongs into \`channels\`: this sender has ${channelsOf(kind).join(' and ')}`,
      })),
    )
  const foreign = (Object.keys(channels) as SendingChannel[]).filter((channel) => !channelsOf(kind).includes(channel))
  if (foreign.length > 0)
    throw invalidRequest(
      foreign.map((channel) => ({ path: `/channels/${channel}`, message: 'is no channel of this sender' })),
    )
  const faults = [
    ...faultsOfLimits(own).map(({ path, message }) => ({ path: `/${path}`, message })),
    ...faultsOfChange(channels).map(({ path, message }) => ({ path: `/channels/${path}`, message })),
  ]
  if (faults.length > 0) throw invalidRequest(faults)
  return named.length === 0 || only === undefined ? channels : { ...channels, [only]: { ...channels[only], ...own } }
}
