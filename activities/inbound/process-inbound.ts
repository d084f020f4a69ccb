import type { InboundOutcome } from '../../domain/inbound/outcome.ts'
import { processInbound as processTogether } from '../../db/inbound/process.ts'
import type { ActivityDeps } from '../deps.ts'

/** Reads what a provider told and writes what follows from it, once (Spec 6); then hands the deliveries of its event over. */
export const processInbound = ({ db, startDeliveries }: Pick<ActivityDeps, 'db' | 'startDeliveries'>) =>
  async ({ inboundId }: { readonly inboundId: string }): Promise<InboundOutcome> => {
    for (;;) {
      const { outcome, deliveries } = await processTogether(db, inboundId)
      startDeliveries(deliveries)
      if (outcome !== null) return outcome
    }
  }
