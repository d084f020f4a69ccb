import { createDeliveryStarter, type DeliveryStarter } from './deliveries.ts'
import type { StarterOptions } from './detached.ts'
import { createInboundStarter, type InboundStarter } from './inbound.ts'
import { createJobStarter, type JobStarter } from './jobs.ts'
import { createProviderCaller, type ProviderCaller } from './provider-operations.ts'
import { createRunStarter, type RunStarter } from './runs.ts'
import { createWatchStarter, type WatchStarter } from './watches.ts'

/** Everything that an api process starts in Temporal. */
export interface ApiStarters {
  readonly starter: RunStarter
  readonly providerCaller: ProviderCaller
  readonly deliveries: DeliveryStarter
  readonly inboundStarter: InboundStarter
  readonly watchStarter: WatchStarter
  readonly jobStarter: JobStarter
}

export interface ApiStarterOptions extends StarterOptions {
  readonly onDeliveryLost: (deliveryId: string, error: unknown) => void
  readonly onWatchLost: (watchId: string, error: unknown) => void
  /** How long a provider operation may take; the default is 25 s. */
  readonly callMsMax?: number | undefined
}

export function createApiStarters({
  onDeliveryLost,
  onWatchLost,
  callMsMax,
  ...options
}: ApiStarterOptions): ApiStarters {
  return {
    starter: createRunStarter({ ...options, reuse: 'failed only' }),
    providerCaller: createProviderCaller({ ...options, ...(callMsMax === undefined ? {} : { callMsMax }) }),
    deliveries: createDeliveryStarter({ ...options, onLost: onDeliveryLost }),
    inboundStarter: createInboundStarter(options),
    jobStarter: createJobStarter(options),
    watchStarter: createWatchStarter({ ...options, onLost: onWatchLost }),
  }
}
