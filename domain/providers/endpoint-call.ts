import type { CatalogEndpoint } from '../catalog/endpoint.ts'
import type { RawInput } from '../catalog/request.ts'
import type { Microdollars } from '../money/microdollars.ts'
import type { AdapterResult } from './manifest.ts'

/** One call of a provider's own endpoint (Spec 4.2). */
export interface EndpointCall {
  readonly endpoint: CatalogEndpoint
  readonly request: RawInput
  readonly idempotencyKey: string
  readonly deadlineMs: number
  /** Aborted when this worker must stop. */
  readonly signal: AbortSignal
  /**
   * Actors: the most that the provider may spend on the call, in its own cost (Spec 4.3.5); null: the account is not
   * ours to protect.
   */
  readonly cap: Microdollars | null
  /**
   * Actors: the provider's own run that an earlier executor has started; it is resumed and no second one is started.
   */
  readonly resume: string | null
  /** Actors: commits the id of the started run; nothing is awaited before that. */
  readonly onStarted: (externalId: string) => Promise<void>
}

/** The final cost that a provider reports for its run. */
export type BillReading =
  | { readonly kind: 'final'; readonly cost: Microdollars }
  /** The run has ended, but its cost is no amount. */
  | { readonly kind: 'unreadable' }
  /**
   * The cost is not final yet: the provider has not booked everything, or was not reached. `cost` is the amount booked
   * so far.
   */
  | { readonly kind: 'pending'; readonly cost: Microdollars | null; readonly detail: string }

export interface BillCall {
  readonly externalId: string
  /** The request, for simulations: a real provider needs only its id. */
  readonly request: RawInput
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** Calls the raw endpoints of one provider through one account, and keeps no state. */
export interface EndpointCaller {
  call(call: EndpointCall): Promise<AdapterResult>
  /** Only for providers that bill later. */
  readBill?(call: BillCall): Promise<BillReading>
}
