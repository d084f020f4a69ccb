import type { Environment } from '../runs/states.ts'

/** The cards of the simulated checkout, as its buttons offer them. */
export const SIMULATED_CARDS = ['works', 'declined', 'declines_later'] as const
export type SimulatedCard = (typeof SIMULATED_CARDS)[number]

/** How a payment is taken. */
export type PaymentWay = 'stripe' | 'simulated' | 'unavailable'

export interface Deployment {
  readonly deployment: 'local' | 'production'
  readonly takesStripe: boolean
}

/** The sandbox never takes real money. What is live does, where Stripe is configured; a machine of one's own simulates it elsewhere. */
export function paymentWay(environment: Environment, { deployment, takesStripe }: Deployment): PaymentWay {
  if (environment === 'test') return 'simulated'
  if (takesStripe) return 'stripe'
  return deployment === 'local' ? 'simulated' : 'unavailable'
}
