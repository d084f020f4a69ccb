import Type from 'typebox'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { INBOUND_ERRORS, INBOUND_RESPONSES, INBOUND_ROUTE, type InboundDeps, receiveInbound } from './receive.ts'
import type { OwnAccountProof } from './proof.ts'
import { sharedSecretVerifier } from './verify.ts'

const SECRET_HEADERS = closed({
  'X-Webhook-Secret': Type.Optional(Type.String({ description: 'The secret that the webhook was registered with.' })),
})

/** How a webhook of Unipile in an own account proves its messages. */
export const OWN_SECRET: OwnAccountProof = {
  headers: SECRET_HEADERS,
  description: "The header `X-Webhook-Secret` holds the webhook's own secret.",
  headersLookValid: (header) => (header('x-webhook-secret') ?? '') !== '',
  verifier: sharedSecretVerifier,
}

/** Unipile's messages about LinkedIn, Instagram, WhatsApp and Gmail accounts (Spec 6; decisions, "inbound"). */
export function receiveUnipile(deps: InboundDeps, secrets: readonly string[]) {
  const verifier = secrets.length === 0 ? null : sharedSecretVerifier(secrets)
  return defineRoute({
    ...INBOUND_ROUTE,
    operationId: 'receiveUnipile',
    path: '/v1/inbound/unipile',
    summary: 'Receive Unipile events',
    description:
      "For Unipile's webhooks of messages, mail, relations and account status, registered with the header `X-Webhook-Secret`.",
    headers: SECRET_HEADERS,
    responses: INBOUND_RESPONSES,
    errors: INBOUND_ERRORS,
    async handler({ body, requestHeader, reply }) {
      const message = { provider: 'unipile', verifier, connectionId: null, header: requestHeader, read: body } as const
      return reply(200, await receiveInbound(deps, message))
    },
  })
}
