import type { Environment } from '../runs/states.ts'

/** The cards of the simulated checkout, as its buttons offer them. */
export const SIMULATED_CARDS = ['works', 'declined', 'declines_later'] as const
export type SimulatedCard = (typeof SIMULATED_CARDS)[number]

/** Names a simulated card. Too short for the number of a real one. */
export const SIMULATED_CARD_NUMBER = '^[0-9]{4,8}$'

/** The simulation of Stripe's card fingerprint: the same number is the same card, for every workspace. */
export const simulatedFingerprint = (number: string | null, workspaceId: string): string =>
  `simulated:${number ?? workspaceId}`

/** How a payment is taken. */
export type PaymentWay = 'stripe' | 'simulated' | 'unavailable'

export interface PaymentSetup {
  readonly deployment: 'local' | 'production'
  readonly takesStripe: boolean
}

/**
 * The sandbox never takes real money. Live payments go through Stripe where it is configured; otherwise only a local
 * machine simulates them.
 */
export function paymentWay(environment: Environment, { deployment, takesStripe }: PaymentSetup): PaymentWay {
  if (environment === 'test') return 'simulated'
  if (takesStripe) return 'stripe'
  return deployment === 'local' ? 'simulated' : 'unavailable'
}
