import { createHash } from 'node:crypto'
import Type from 'typebox'
import type { InboundProvider, ReadInbound } from '../../../domain/inbound/message.ts'
import { readInbound } from '../../../domain/inbound/read.ts'
import { parseExactJson } from '../../../domain/json/exact.ts'
import type { Database } from '../../../db/database.ts'
import { storeInbound } from '../../../db/outreach/inbound/store.ts'
import { waitingInboundReached } from '../../../db/outreach/inbound/waiting.ts'
import { turnKeyOf } from '../../../db/outreach/inbound/turn-key.ts'
import type { InboundStartQueue } from '../../../workflows/starters/inbound.ts'
import type { Meter } from '../../../telemetry/meter.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { quotaProblem } from '../../errors/quota.ts'
import { Problem } from '../../errors/problem.ts'
import type { ReadBody } from '../../route/route.ts'
import { AnyQuery, closed } from '../../schemas/common.ts'
import type { GetHeader, MessageRefusal, Verifier } from './verify.ts'

export interface InboundDeps {
  readonly db: Database
  readonly queue: InboundStartQueue
  readonly metrics: Pick<Meter, 'add'>
  readonly nowMs: () => number
}

export interface UnverifiedMessage {
  readonly provider: InboundProvider
  /** null: no secret is configured. */
  readonly verifier: Verifier | null
  readonly header: GetHeader
  readonly read: ReadBody
  /** The connection whose account it came from; null: the platform's. */
  readonly connectionId: string | null
}

/** The bytes as they came: the frame checks nothing, because providers add members without notice. */
const INBOUND_BODY = Type.Unsafe<ReadBody>({
  description: "The provider's message, as documented by the provider. Unknown members are ignored.",
})

/** What the routes of providers' messages have in common. */
export const INBOUND_ROUTE = {
  method: 'POST',
  tags: ['Inbound'],
  spec: '6',
  access: 'public',
  rateLimited: false,
  maxBodyBytes: BODY_BYTES.large,
  bodyType: 'raw',
  query: AnyQuery,
  body: INBOUND_BODY,
} as const

export const INBOUND_RESPONSES = {
  200: {
    description: 'The message was stored, was stored before, or contains nothing to store.',
    schema: closed({ received: Type.Literal(true) }),
  },
} as const

export const INBOUND_ERRORS = ['unauthorized', 'unavailable'] as const

/** Refusals that concern the body, besides those of the sender. */
type Reason = MessageRefusal | 'unconfigured' | 'too_large' | 'malformed' | 'quota'

/** The unique index takes no longer ids. */
const EXTERNAL_ID_LENGTH_MAX = 900

/**
 * Takes a provider's message: its origin is verified first, then it is stored once, by the provider's own id, and
 * processed later (decisions, "inbound"). A refusal touches no database, so a flood of forgeries costs only the
 * reading; that is why no limit counts these requests, which come from a few addresses, genuine and forged.
 */
export async function receiveInbound(
  { db, queue, metrics, nowMs }: InboundDeps,
  message: UnverifiedMessage,
): Promise<{ received: true }> {
  const { provider, verifier, header, connectionId } = message
  const refused = (reason: Reason): void => metrics.add('inbound_refused_total', { provider, reason })
  if (verifier === null) {
    refused('unconfigured')
    throw new Problem(
      'unavailable',
      `The message cannot be verified: PROVIDER_${provider.toUpperCase()}_WEBHOOK_SECRET is not set.`,
      { retry_after: 60 },
    )
  }
  const forged = (reason: MessageRefusal): Problem => {
    refused(reason)
    return new Problem('unauthorized', REFUSED[reason])
  }
  const atFirstSight = verifier.checkHeaders(header)
  if (atFirstSight !== null) throw forged(atFirstSight)
  const bytes = await message.read().catch((thrown: unknown) => {
    if (thrown instanceof Problem) refused(thrown.code === 'payload_too_large' ? 'too_large' : 'malformed')
    throw thrown
  })
  const onCloserLook = verifier.verify(header, bytes)
  if (onCloserLook !== null) throw forged(onCloserLook)

  const body = parsed(bytes)
  const reported =
    body === undefined
      ? null
      : readInbound(provider, {
          body: body.value,
          at: new Date(nowMs()).toISOString(),
          deliveryId: verifier.messageId(header),
        })
  if (body === undefined || reported === null || reported.kind === 'malformed') {
    refused('malformed')
    throw new Problem('invalid_request', ...whatIsWrong(reported))
  }
  if (reported.kind === 'nothing') return { received: true }
  const full =
    connectionId === null ? null : await waitingInboundReached(db, connectionId, Buffer.byteLength(body.text))
  if (full !== null) {
    refused('quota')
    throw quotaProblem(full)
  }
  const turnKey = turnKeyOf(provider, reported.message, connectionId)
  const stored = await storeInbound(db, {
    provider,
    turnKey,
    connectionId,
    body: body.text,
    externalId: reported.eventId === null ? null : bounded(reported.eventId),
    account: reported.message.kind === 'account_status_changed' ? reported.message.account : null,
  })
  if (stored !== null) queue.startInBackground({ id: stored, provider, turnKey })
  return { received: true }
}

/** null: the body is not even JSON. An empty member: it is no object. */
const whatIsWrong = (message: ReadInbound | null): [message: string, members: { readonly param?: string }] =>
  message?.kind === 'malformed' && message.member !== ''
    ? [
        `The message does not match the documentation of the provider: "${message.member}" is missing or malformed.`,
        { param: `/${message.member}` },
      ]
    : ['The body is not a JSON object in UTF-8.', { param: '' }]

const REFUSED: Readonly<Record<MessageRefusal, string>> = {
  secret: 'The header X-Webhook-Secret does not contain the secret of this webhook.',
  unsigned: 'The headers svix-id, svix-timestamp and svix-signature are required, with a signature of version v1.',
  signature: 'The signature does not match the secret of this webhook and this body.',
  timestamp: 'The signature is more than five minutes old, or its time is in the future.',
}

/**
 * Undefined: the body is no JSON in UTF-8. The readers of single members handle NUL and lone surrogates: no message is
 * lost by them.
 */
function parsed(bytes: Buffer): { readonly text: string; readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = parseExactJson(text)
    return { text, value }
  } catch {
    return undefined
  }
}

const bounded = (id: string): string =>
  id.length <= EXTERNAL_ID_LENGTH_MAX ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
