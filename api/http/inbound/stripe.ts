import type Stripe from 'stripe'
import Type from 'typebox'
import { readStripeEvent } from '../../../domain/payments/event.ts'
import type { StripeSettings } from '../../../domain/settings/payments.ts'
import type { Database } from '../../../db/database.ts'
import { applyStripeEvent, STRIPE_EVENT_TYPES } from '../../../usecases/money/apply-stripe-event.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import type { Meter } from '../../../telemetry/meter.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { INBOUND_ROUTE, INBOUND_ERRORS } from './receive.ts'

export interface StripeInboundDeps {
  readonly db: Database
  readonly stripe: Pick<StripeSettings, 'webhookSecrets' | 'livemode'> | null
  readonly deliveries: Pick<DeliveryStarter, 'startAll'>
  readonly metrics: Pick<Meter, 'add'>
  readonly nowMs: () => number
}

/** The greatest age of an event on arrival; Stripe signs each attempt again. */
const TOLERANCE_SECONDS = 5 * 60
/** A header carries one signature for each secret of a rotation; Stripe's own are a tenth of this. */
const HEADER_LENGTH_MAX = 1_000

type Reason = 'unsigned' | 'signature' | 'unconfigured' | 'malformed' | 'too_large'

const DESCRIPTION =
  `For Stripe's webhook. The header \`Stripe-Signature\` signs the exact bytes and is at most five minutes old.
Types to register: ${STRIPE_EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}.
Other types are answered and ignored.`.replaceAll('\n', ' ')

/**
 * Stripe's events (decisions, "payments"). The signature is verified over the exact bytes before the database is
 * touched; then one transaction claims and applies the event, so that Stripe's next attempt finds it done or does it.
 */
export const receiveStripe = (deps: StripeInboundDeps) => {
  // Loaded with the service, where it verifies events, and not otherwise (decisions, "Memory").
  const library = deps.stripe === null ? null : import('stripe').then((loaded) => loaded.default)
  return defineRoute({
    ...INBOUND_ROUTE,
    operationId: 'receiveStripe',
    path: '/v1/inbound/stripe',
    summary: 'Receive Stripe events',
    description: DESCRIPTION,
    headers: closed({
      'Stripe-Signature': Type.Optional(
        Type.String({ description: "`t=<seconds>,v1=<hex>`, by the endpoint's secret." }),
      ),
    }),
    responses: {
      200: {
        description:
          'What was done with the event. `noted`: nothing had to change. `refused`: the event was stored but contradicts the stored state, or is of a connected Stripe account or of the other mode of the key (test or live); the reason is in the table `stripe_event`.',
        schema: closed({
          received: Type.Literal(true),
          outcome: oneOf(['applied', 'noted', 'refused', 'duplicate', 'unknown_type']),
        }),
      },
    },
    errors: INBOUND_ERRORS,
    async handler({ body, headers, log, reply }) {
      const event = await readGenuine({ ...deps, library: await library }, headers['Stripe-Signature'] ?? '', body)
      const result = await applyStripeEvent(deps.db, event, { livemode: deps.stripe?.livemode ?? false })
      if (result.kind !== 'done') return reply(200, { received: true, outcome: result.kind })
      const { outcome, detail, deliveries } = result.applied
      const facts = { stripe_event: event.id, type: event.type, outcome, detail }
      if (outcome === 'refused') log.warn(facts, 'stripe_event_rejected')
      else log.info(facts, 'stripe_event_applied')
      if (deliveries !== undefined) deps.deliveries.startAll(deliveries)
      return reply(200, { received: true, outcome })
    },
  })
}

async function readGenuine(
  { stripe, library, metrics, nowMs }: StripeInboundDeps & { readonly library: typeof Stripe | null },
  header: string,
  read: () => Promise<Buffer>,
) {
  const refused = (reason: Reason): void => metrics.add('inbound_refused_total', { provider: 'stripe', reason })
  if (stripe === null || library === null) {
    refused('unconfigured')
    throw new Problem('unavailable', 'The event cannot be verified: STRIPE_WEBHOOK_SECRET is not set.', {
      retry_after: 60,
    })
  }
  if (header === '' || header.length > HEADER_LENGTH_MAX) {
    refused('unsigned')
    throw new Problem('unauthorized', 'The header Stripe-Signature is required, with a signature of version v1.')
  }
  const bytes = await read().catch((thrown: unknown) => {
    if (thrown instanceof Problem) refused(thrown.code === 'payload_too_large' ? 'too_large' : 'malformed')
    throw thrown
  })
  if (!stripe.webhookSecrets.some((secret) => isSignedBy(library, { secret, header, bytes, nowMs: nowMs() }))) {
    refused('signature')
    throw new Problem(
      'unauthorized',
      'The signature does not match the secret of this webhook and this body, or it is older than five minutes.',
    )
  }
  const event = readStripeEvent(parsed(bytes))
  if (event === null) {
    refused('malformed')
    throw new Problem('invalid_request', 'This is not an event as documented by Stripe.', { param: '' })
  }
  return event
}

interface Signed {
  readonly secret: string
  readonly header: string
  readonly bytes: Buffer
  readonly nowMs: number
}

function isSignedBy(library: typeof Stripe, { secret, header, bytes, nowMs }: Signed): boolean {
  try {
    // The library accepts a time in the future.
    const [, signedAt = ''] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header) ?? []
    if (signedAt === '' || Number(signedAt) - nowMs / 1000 > TOLERANCE_SECONDS) return false
    return library.webhooks.signature?.verifyHeader(bytes, header, secret, TOLERANCE_SECONDS, undefined, nowMs) === true
  } catch (error) {
    if (error instanceof library.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
