import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { SimulatedCard } from '../../../domain/payments/simulation.ts'
import type { Environment } from '../../../domain/runs/states.ts'

/** What the simulated page of a checkout shows. */
export interface SimulatedCheckout {
  /** "Top-up of the wallet": what is paid. */
  readonly what: string
  readonly amount: Microdollars
  /** "every month", or nothing. */
  readonly period: string | null
  readonly environment: Environment
  readonly workspaceName: string
  /** Whether it matters which simulated card pays. */
  readonly takesCardNumber: boolean
  readonly state: 'open' | 'paid' | 'over'
}

/** One kind of purchase that the simulation can pay. Each knows its own ids and finds nothing for others'. */
export interface SimulatedSource {
  readonly find: (id: string) => Promise<SimulatedCheckout | null>
  /** Safe to repeat; it is paid once. */
  readonly pay: (
    id: string,
    card: SimulatedCard,
    cardNumber: string | null,
  ) => Promise<'paid' | 'declined' | 'expired' | 'unknown'>
}
