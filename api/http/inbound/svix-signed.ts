import Type from 'typebox'
import type { InboundProvider } from '../../../domain/inbound/message.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { INBOUND_ERRORS, INBOUND_RESPONSES, INBOUND_ROUTE, type InboundDeps, receiveInbound } from './receive.ts'
import type { OwnAccountProof } from './proof.ts'
import { svixVerifier } from './verify.ts'

const SVIX_HEADERS = closed({
  'svix-id': Type.Optional(Type.String({ description: 'The id of the message; it is the same in each repetition.' })),
  'svix-timestamp': Type.Optional(Type.String({ description: 'When it was signed, in seconds since 1970.' })),
  'svix-signature': Type.Optional(
    Type.String({ description: '`v1,<base64>`, or several of them separated by spaces.' }),
  ),
})

/** How a webhook in an own account proves its messages. */
export const OWN_SIGNATURE: OwnAccountProof = {
  headers: SVIX_HEADERS,
  description: "The webhook's own secret signs with Svix headers: `svix-id`, `svix-timestamp` and `svix-signature`.",
  headersLookValid: (header, nowMs) => svixVerifier([], nowMs).checkHeaders(header) === null,
  verifier: svixVerifier,
}

export interface SvixSigned {
  readonly provider: InboundProvider
  /** The provider's name as the provider spells it. */
  readonly name: string
  readonly operationId: string
  readonly secrets: readonly string[]
}

/** The messages of a provider that signs in the Svix way (Spec 6; decisions, "inbound"). */
export function receiveSvixSigned(deps: InboundDeps, { provider, name, operationId, secrets }: SvixSigned) {
  const verifier = secrets.length === 0 ? null : svixVerifier(secrets, deps.nowMs)
  return defineRoute({
    ...INBOUND_ROUTE,
    operationId,
    path: `/v1/inbound/${provider}`,
    summary: `Receive ${name} events`,
    description: `For ${name}'s webhook, signed with Svix headers: \`svix-id\`, \`svix-timestamp\` and \`svix-signature\`. The signature covers the exact bytes and is at most five minutes old.`,
    headers: SVIX_HEADERS,
    responses: INBOUND_RESPONSES,
    errors: INBOUND_ERRORS,
    async handler({ body, requestHeader, reply }) {
      const message = { provider, verifier, connectionId: null, header: requestHeader, read: body }
      return reply(200, await receiveInbound(deps, message))
    },
  })
}
