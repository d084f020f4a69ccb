import { type PaymentWay, paymentWay } from '../../../domain/payments/simulation.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { CredentialCipher } from '../../../db/connections/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { ProviderCaller } from '../../../workflows/start.ts'
import type { ApiSettings } from '../../settings.ts'

/** What the wallet's routes are made of. */
export interface WalletDeps {
  readonly db: Database
  readonly cipher: CredentialCipher
  readonly providerCaller: ProviderCaller
  readonly settings: Pick<ApiSettings, 'deployment' | 'stripe'>
  /** Known once the server listens. */
  readonly publicUrl: () => string
}

/** How this deployment takes payments for a wallet of this environment. */
export const wayOf = ({ settings: { deployment, stripe } }: Pick<WalletDeps, 'settings'>, environment: Environment): PaymentWay =>
  paymentWay(environment, { deployment, takesStripe: stripe !== null })
