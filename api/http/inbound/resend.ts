import Type from 'typebox'
import { defineRoute } from '../../route.ts'
import { closed } from '../../schemas/common.ts'
import { INBOUND_BODY, INBOUND_ERRORS, INBOUND_QUERY, INBOUND_RESPONSES, type InboundDeps, receiveInbound } from './receive.ts'
import { signedBy } from './verify.ts'

/** What Resend tells (Spec 6; decisions, "inbound"). */
export function receiveResend(deps: InboundDeps, secrets: readonly string[]) {
  const verifier = secrets.length === 0 ? null : signedBy(secrets, deps.nowMs)
  return defineRoute({
    operationId: 'receiveResend',
    method: 'POST',
    path: '/v1/inbound/resend',
    summary: 'Take what Resend tells',
    description: "For Resend's webhook, signed in the Svix way: `svix-id`, `svix-timestamp` and `svix-signature` over the exact bytes, not older than five minutes.",
    tags: ['Inbound'],
    spec: '6',
    auth: 'none',
    rateLimited: false,
    bodyType: 'raw',
    headers: closed({ 'svix-id': Type.Optional(Type.String()), 'svix-timestamp': Type.Optional(Type.String()), 'svix-signature': Type.Optional(Type.String()) }),
    query: INBOUND_QUERY,
    body: INBOUND_BODY,
    responses: INBOUND_RESPONSES,
    errors: INBOUND_ERRORS,
    async handler({ body, requestHeader, reply }) {
      return reply(200, await receiveInbound(deps, { provider: 'resend', verifier, header: requestHeader, read: body }))
    },
  })
}
