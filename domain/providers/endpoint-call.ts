import type { CatalogEndpoint } from '../catalog/endpoint.ts'
import type { RawInput } from '../catalog/request.ts'
import type { Microdollars } from '../money/microdollars.ts'
import type { AttemptResult } from './manifest.ts'

/** One call of a provider's own endpoint (Spec 4.2). */
export interface EndpointCall {
  readonly endpoint: CatalogEndpoint
  readonly request: RawInput
  readonly idempotencyKey: string
  readonly deadlineMs: number
  /** Aborted when this worker must stop. */
  readonly signal: AbortSignal
  /** Actors: the most that the provider may spend on it, in its own cost (Spec 4.3.5); null: the account is not ours to protect. */
  readonly cap: Microdollars | null
  /** Actors: the provider's own run that an executor before this one has started; it is resumed and no second one is started. */
  readonly resume: string | null
  /** Actors: commits the id of the run that was started; nothing is waited for before that. */
  readonly onStarted: (externalId: string) => Promise<void>
}

/** What a provider says a run of its own has cost in the end. */
export type BillReading =
  | { readonly kind: 'final'; readonly cost: Microdollars }
  /** The run has ended and its cost is no amount. */
  | { readonly kind: 'unreadable' }
  /** It cannot be told yet: the provider has not booked everything, or was not reached. `cost` is what is booked so far. */
  | { readonly kind: 'pending'; readonly cost: Microdollars | null; readonly detail: string }

export interface BillCall {
  readonly externalId: string
  /** What was asked, for simulations: a real provider needs its id only. */
  readonly request: RawInput
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** Calls the raw endpoints of one provider through one account, and keeps no state. */
export interface EndpointCaller {
  call(call: EndpointCall): Promise<AttemptResult>
  /** Providers that bill later. */
  readBill?(call: BillCall): Promise<BillReading>
}
