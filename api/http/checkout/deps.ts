import { type PaymentWay, paymentWay } from '../../../domain/payments/simulation.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'
import { Problem } from '../../errors/problem.ts'
import type { ApiSettings } from '../../settings.ts'

/** The parts of the routes that take payments: those of the wallet, and those of the plan. */
export interface CheckoutDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly providerCaller: ProviderCaller
  readonly settings: Pick<ApiSettings, 'deployment' | 'stripe'>
  /** Known once the server listens. */
  readonly publicUrl: () => string
}

/** How this deployment takes payments in an environment. */
export const wayOf = (
  { settings: { deployment, stripe } }: Pick<CheckoutDeps, 'settings'>,
  environment: Environment,
): PaymentWay => paymentWay(environment, { deployment, takesStripe: stripe !== null })

/** A retry soon does not help. */
export const noPayments = (): Problem =>
  new Problem('unavailable', 'This deployment does not accept payments: STRIPE_SECRET_KEY is not set.', {
    retry_after: 3_600,
  })
