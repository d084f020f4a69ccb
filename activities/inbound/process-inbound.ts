import type { InboundOutcome } from '../../domain/inbound/outcome.ts'
import { processInbound as processTogether } from '../../db/inbound/process.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'

/** `after_ms`: the worker has no share for it now; it is to come back so much later. */
export type InboundAnswer = InboundOutcome | { readonly after_ms: number }

type Deps = Pick<ActivityDeps, 'db' | 'startDeliveries' | 'shares'>

/** `provider` and `turnKey`: absent from workflows that began without them. */
interface InboundRequest {
  readonly inboundId: string
  readonly provider?: string
  readonly turnKey?: string
}

/** Reads what a provider told and writes what follows from it, once (Spec 6); then hands the deliveries of its event over. */
export const processInbound = (deps: Deps) => async ({ inboundId, provider, turnKey }: InboundRequest): Promise<InboundAnswer> => {
  // The workspace is known once the message is processed: the inbox or account that it is about stands for it.
  const wanted: ShareWanted = { lane: 'inbound', environment: null, workspaceId: turnKey ?? provider ?? null, accountId: provider ?? null }
  return underShare<InboundAnswer>(deps.shares, wanted, {
    work: () => processAll(deps, inboundId),
    refused: (afterMs) => ({ after_ms: afterMs }),
  })
}

async function processAll({ db, startDeliveries }: Deps, inboundId: string): Promise<InboundOutcome> {
  for (;;) {
    const { outcome, deliveries } = await processTogether(db, inboundId)
    startDeliveries(deliveries)
    if (outcome !== null) return outcome
  }
}
