import type { InboundOutcome } from '../../domain/inbound/outcome.ts'
import { processInbound as processTogether } from '../../db/inbound/process.ts'
import type { ActivityDeps } from '../deps.ts'

/** `after_ms`: the worker has no share for it now; it is to come back so much later. */
export type InboundAnswer = InboundOutcome | { readonly after_ms: number }

type Deps = Pick<ActivityDeps, 'db' | 'startDeliveries' | 'shares'>

/** `provider`: absent from workflows that began without it. */
interface InboundRequest {
  readonly inboundId: string
  readonly provider?: string
}

/** Reads what a provider told and writes what follows from it, once (Spec 6); then hands the deliveries of its event over. */
export const processInbound = (deps: Deps) => async ({ inboundId, provider }: InboundRequest): Promise<InboundAnswer> => {
  // Whose message it is stands in the message: what is bounded is one provider's.
  const share = deps.shares.take({ lane: 'inbound', environment: null, workspaceId: provider ?? null, accountId: null })
  if (share.kind === 'refused') return { after_ms: share.afterMs }
  try {
    return await processAll(deps, inboundId)
  } finally {
    share.release()
  }
}

async function processAll({ db, startDeliveries }: Deps, inboundId: string): Promise<InboundOutcome> {
  for (;;) {
    const { outcome, deliveries } = await processTogether(db, inboundId)
    startDeliveries(deliveries)
    if (outcome !== null) return outcome
  }
}
