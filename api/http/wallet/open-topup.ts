import { formatUsd, type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import { centsOf, isInCents, TOPUP_MAX, TOPUP_MIN } from '../../../domain/payments/topup.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { readStripeCustomer } from '../../../db/money/payments/customers.ts'
import { newId } from '../../../db/ids.ts'
import { openTopup as insertTopup, recordCheckout } from '../../../usecases/money/open-topup.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import type { KeyPrincipal, SessionPrincipal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { OpenedTopup, TopupRequest } from '../../schemas/wallet.ts'
import { noPayments, type CheckoutDeps, wayOf } from '../checkout/deps.ts'
import { noop } from '../../../db/database.ts'

/** Decisions, "wallet" and "payments": opens a page on which the wallet is topped up. */
export const openTopup = (deps: CheckoutDeps) =>
  defineRoute({
    operationId: 'openTopup',
    method: 'POST',
    path: '/v1/wallet/topups/checkout',
    summary: 'Top up the wallet',
    description: `Opens a checkout of ${formatUsd(TOPUP_MIN)} to ${formatUsd(TOPUP_MAX)}, in whole cents. The wallet is credited seconds after the payment. The card is stored for automatic top-ups. In the sandbox the checkout is always simulated.`,
    tags: ['Wallet'],
    spec: '4.11',
    access: 'owner',
    idempotent: {
      store: deps,
      // `20` and `20.00` are the same amount.
      identity: ({ body }) => [formatUsd(parseAmount(body.amount, '/amount'))],
      check: ({ body }) => void parseAmount(body.amount, '/amount'),
    },
    body: TopupRequest,
    bodyExamples: { twenty: { summary: 'Twenty dollars', value: { amount: '20.00' } } },
    responses: { 200: { description: 'The URL of the checkout.', schema: OpenedTopup } },
    errors: ['unavailable'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const opened = await open(deps, {
        principal,
        amount: parseAmount(body.amount, '/amount'),
        saveResponse,
      })
      log.info({ topup_id: opened.topup_id }, 'topup_opened')
      return reply(200, opened)
    },
  })

/** An amount that a card can be charged with. Throws a Problem. */
export function parseAmount(text: string, param: string): Microdollars {
  const amount = parseUsd(text)
  if (!isInCents(amount))
    throw new Problem(
      'invalid_request',
      'Cards are charged in whole cents. Use at most two decimals, for example 25.00.',
      { param },
    )
  if (amount < TOPUP_MIN || amount > TOPUP_MAX)
    throw new Problem('invalid_request', `A top-up is ${formatUsd(TOPUP_MIN)} to ${formatUsd(TOPUP_MAX)}.`, { param })
  return amount
}

interface TopupRequest {
  readonly principal: KeyPrincipal | SessionPrincipal
  readonly amount: Microdollars
  readonly saveResponse: SaveResponse<typeof OpenedTopup>
}

async function open(
  deps: CheckoutDeps,
  { principal: { workspaceId, environment }, amount, saveResponse }: TopupRequest,
): Promise<OpenedTopup> {
  const id = newId('topup')
  const row = { id, workspaceId, environment, amount }
  switch (wayOf(deps, environment)) {
    case 'unavailable':
      throw noPayments()
    case 'simulated': {
      const body = { checkout_url: `${deps.publicUrl()}/checkout/${id}`, topup_id: id }
      await insertTopup(deps.db, { ...row, simulated: true, checkoutUrl: body.checkout_url }, (tx) =>
        saveResponse(tx, body),
      )
      return body
    }
    case 'stripe':
      // The row is written before the call to Stripe: the payer is known even if this process dies afterwards.
      await insertTopup(deps.db, { ...row, simulated: false, checkoutUrl: null }, noop)
      return openAtStripe(deps, { ...row, saveResponse })
  }
}

async function openAtStripe(
  { db, providerCaller, publicUrl }: CheckoutDeps,
  {
    id,
    workspaceId,
    environment,
    amount,
    saveResponse,
  }: Omit<TopupRequest, 'principal'> & { id: string; workspaceId: string; environment: Environment },
): Promise<OpenedTopup> {
  const reply = await providerCaller.call(`checkout:${id}`, {
    kind: 'open_checkout',
    provider: 'stripe',
    workspaceId,
    environment,
    reference: id,
    customerId: await readStripeCustomer(db, workspaceId),
    order: { purpose: 'topup', cents: centsOf(amount), name: 'Wallet top-up' },
    successUrl: publicUrl(),
    cancelUrl: publicUrl(),
  })
  if (reply.kind === 'unanswered' || reply.answer.result === 'unreachable') {
    throw new Problem('unavailable', 'Stripe is unreachable. Nothing was paid; try again.', {
      retry_after: 10,
      ...(reply.kind === 'unanswered' ? { cause: reply.cause } : {}),
    })
  }
  const { answer } = reply
  if (answer.result !== 'opened') {
    throw new Problem('unavailable', 'Stripe did not open a checkout. Nothing was paid.', {
      retry_after: 60,
      internal: `Stripe did not open a checkout: ${answer.result === 'refused' ? answer.code : answer.result}`,
    })
  }
  const body = { checkout_url: answer.url, topup_id: id }
  await recordCheckout(
    db,
    { topupId: id, workspaceId, sessionId: answer.sessionId, url: answer.url, customerId: answer.customerId },
    (tx) => saveResponse(tx, body),
  )
  return body
}
