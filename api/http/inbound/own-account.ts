import Type from 'typebox'
import { readOwnWebhook } from '../../../domain/connections/own-webhook.ts'
import { idPattern } from '../../../domain/ids/ids.ts'
import type { InboundProvider } from '../../../domain/inbound/message.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import { openOwnWebhook } from '../../../db/access/connections/own-webhook.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { INBOUND_ERRORS, INBOUND_RESPONSES, INBOUND_ROUTE, type InboundDeps, receiveInbound } from './receive.ts'
import type { OwnAccountProof } from './proof.ts'
import type { SvixSigned } from './svix-signed.ts'

export interface OwnAccountDeps extends InboundDeps {
  readonly cipher: SecretCipher
}

/**
 * The messages of a workspace's own account at a provider. Each such webhook has its own secret, which is read only for
 * a message with well-formed signature headers. An unknown connection gets the same 401 as a wrong signature.
 */
export const receiveFromOwnAccount = (
  deps: OwnAccountDeps,
  { provider, name, operationId, proof }: Omit<SvixSigned, 'secrets'> & { readonly proof: OwnAccountProof },
) =>
  defineRoute({
    ...INBOUND_ROUTE,
    operationId,
    path: `/v1/inbound/${provider}/{connection_id}`,
    summary: `Receive ${name} events of an own account`,
    description: `For what the service registers in your own account at ${name} when you connect its key. ${proof.description}`,
    // The service registers the URL at the provider: no client calls it.
    documented: false,
    params: closed({
      connection_id: Type.String({ pattern: idPattern('conn'), description: 'The connection that holds the key.' }),
    }),
    headers: proof.headers,
    responses: INBOUND_RESPONSES,
    errors: [...INBOUND_ERRORS, 'limit_reached'],
    async handler({ params: { connection_id: connectionId }, body, requestHeader, log, reply }) {
      const secret = proof.headersLookValid(requestHeader, deps.nowMs)
        ? await secretOf(deps, { provider, connectionId })
        : null
      if (secret === undefined) {
        log.error({ provider, connection_id: connectionId }, 'own_webhook_secret_unreadable')
        throw new Problem('unavailable', 'The message cannot be verified now.', { retry_after: 60 })
      }
      const verifier = proof.verifier(secret === null ? [] : [secret], deps.nowMs)
      const message = { provider, verifier, connectionId, header: requestHeader, read: body }
      return reply(200, await receiveInbound(deps, message))
    },
  })

/** null: the connection has no webhook; undefined: this process cannot open its secret. */
async function secretOf(
  deps: OwnAccountDeps,
  named: { readonly provider: InboundProvider; readonly connectionId: string },
): Promise<string | null | undefined> {
  const opened = await openOwnWebhook(deps, named)
  if (opened === null) return null
  return opened.kind === 'opened' ? readOwnWebhook(opened.credential).secret : undefined
}
