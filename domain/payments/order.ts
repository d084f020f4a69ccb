import type { Environment } from '../runs/states.ts'

/** What is paid for on Stripe's page. Amounts are whole cents: what Stripe counts in. */
export type CheckoutOrder =
  /** Once; the card is kept for automatic top-ups. */
  | { readonly purpose: 'topup'; readonly cents: number; readonly name: string }
  /** Every month, until the subscription ends. */
  | { readonly purpose: 'plan'; readonly plan: string; readonly cents: number; readonly name: string }

export type Purpose = CheckoutOrder['purpose']

/** Whose payment it is. Stripe gives these back with every event about it, and nothing else says so. */
export interface PaymentReference {
  readonly purpose: Purpose
  /** Our own id of what is paid: of a top-up, or of a plan's checkout. */
  readonly reference: string
  readonly workspaceId: string
  readonly environment: Environment
}

/** The same as Stripe keeps it. */
export const metadataOf = ({ purpose, reference, workspaceId, environment }: PaymentReference): Record<string, string> =>
  ({ purpose, reference, workspace_id: workspaceId, environment })
