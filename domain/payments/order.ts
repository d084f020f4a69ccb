import type { Environment } from '../runs/states.ts'

/** The order on Stripe's payment page. Amounts are whole cents, Stripe's unit. */
export type CheckoutOrder =
  /** Paid once; the card is stored for automatic top-ups. */
  | { readonly purpose: 'topup'; readonly cents: number; readonly name: string }
  /** Every month, until the subscription ends. */
  | { readonly purpose: 'plan'; readonly plan: string; readonly cents: number; readonly name: string }

export type Purpose = CheckoutOrder['purpose']

/**
 * The owner and purpose of a payment. Stripe returns these members with every event about it, and no other member
 * identifies the owner.
 */
export interface PaymentReference {
  readonly purpose: Purpose
  /** Our own id of the ordered thing: of a top-up, or of a plan's checkout. */
  readonly reference: string
  readonly workspaceId: string
  readonly environment: Environment
}

/** The same in the form of Stripe's metadata. */
export const metadataOf = ({
  purpose,
  reference,
  workspaceId,
  environment,
}: PaymentReference): Record<string, string> => ({ purpose, reference, workspace_id: workspaceId, environment })
