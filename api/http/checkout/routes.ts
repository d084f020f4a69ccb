import Type from 'typebox'
import {
  type PaymentSetup,
  paymentWay,
  SIMULATED_CARD_NUMBER,
  SIMULATED_CARDS,
} from '../../../domain/payments/simulation.ts'
import { HTML, pageHeaders } from '../../html/html.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { AnyQuery, closed, oneOf } from '../../schemas/common.ts'
import { checkoutPage, missingPage } from './page.ts'
import type { SimulatedCheckout, SimulatedSource } from './simulated.ts'

/** Knowing the id is enough to pay: it holds 80 random bits, and it only pays a simulation. */
const params = closed({
  checkout_id: Type.String({
    pattern: '^[a-z]{2,10}_[0-9a-hjkmnp-tv-z]{26}$',
    description: 'The id of a top-up or a plan.',
  }),
})

/**
 * The simulated checkout of deployments without Stripe, and of every sandbox (decisions, "payments"). Checkouts that
 * were opened while live payments were simulated are closed once they no longer are, so that no live wallet is credited
 * without a payment.
 */
export function checkoutRoutes(sources: readonly SimulatedSource[], deployment: PaymentSetup): Route[] {
  const checkouts = { sources, deployment }
  return [showCheckout(checkouts), payCheckout(checkouts)]
}

interface Checkouts {
  readonly sources: readonly SimulatedSource[]
  readonly deployment: PaymentSetup
}

const showCheckout = (checkouts: Checkouts) =>
  defineRoute({
    operationId: 'showCheckout',
    method: 'GET',
    path: '/checkout/{checkout_id}',
    summary: 'Show the simulated checkout',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'public',
    documented: false,
    params,
    // Mail clients and chats may add parameters, which mean nothing here.
    query: AnyQuery,
    responses: { 200: { description: 'The page.', ...HTML }, 404: { description: 'No simulated checkout.', ...HTML } },
    errors: [],
    async handler({ params: { checkout_id: id }, query, reply }) {
      const found = await findCheckout(checkouts, id)
      return found === null
        ? reply(404, missingPage(), pageHeaders())
        : reply(200, checkoutPage(id, found.checkout, { cardNumber: numberIn(query) }), pageHeaders())
    },
  })

/** An invalid number counts as absent: the page asks for it again. */
const numberIn = (query: object): string | null =>
  'number' in query && typeof query.number === 'string' && new RegExp(SIMULATED_CARD_NUMBER).test(query.number)
    ? query.number
    : null

const payCheckout = (checkouts: Checkouts) =>
  defineRoute({
    operationId: 'payCheckout',
    method: 'POST',
    path: '/checkout/{checkout_id}/pay',
    summary: 'Pay the simulated checkout',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'public',
    documented: false,
    params,
    query: closed({
      card: Type.Optional(oneOf(SIMULATED_CARDS, { default: 'works' })),
      number: Type.Optional(Type.String({ pattern: SIMULATED_CARD_NUMBER, examples: ['4242'] })),
    }),
    responses: {
      200: { description: 'The checkout is paid.', ...HTML },
      402: { description: 'The card was declined.', ...HTML },
      404: { description: 'No simulated checkout.', ...HTML },
      409: { description: 'The checkout can no longer be paid.', ...HTML },
    },
    errors: [],
    async handler({ params: { checkout_id: id }, query, log, reply }) {
      const found = await findCheckout(checkouts, id)
      if (found === null) return reply(404, missingPage(), pageHeaders())
      const { source, checkout } = found
      if (found.stopped) return reply(409, checkoutPage(id, checkout), pageHeaders())
      const outcome = await source.pay(id, query.card ?? 'works', query.number ?? null)
      log.info({ checkout_id: id, outcome }, 'simulated_checkout_submitted')
      switch (outcome) {
        case 'paid':
          return reply(200, checkoutPage(id, { ...checkout, state: 'paid' }), pageHeaders())
        case 'declined':
          return reply(
            402,
            checkoutPage(id, checkout, { tried: 'declined', cardNumber: query.number ?? null }),
            pageHeaders(),
          )
        case 'expired':
          return reply(409, checkoutPage(id, { ...checkout, state: 'over' }), pageHeaders())
        case 'unknown':
          return reply(404, missingPage(), pageHeaders())
      }
    },
  })

interface OpenCheckout {
  readonly source: SimulatedSource
  readonly checkout: SimulatedCheckout
  /** It was never paid, and this deployment does not simulate its kind. */
  readonly stopped: boolean
}

async function findCheckout({ sources, deployment }: Checkouts, id: string): Promise<OpenCheckout | null> {
  for (const source of sources) {
    const checkout = await source.find(id)
    if (checkout === null) continue
    const stopped = checkout.state !== 'paid' && paymentWay(checkout.environment, deployment) !== 'simulated'
    return { source, checkout: stopped ? { ...checkout, state: 'over' } : checkout, stopped }
  }
  return null
}
