import type { InboundOutcome } from '../../domain/inbound/outcome.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'
import { processTogether } from '../../usecases/outreach/process-inbound.ts'

/** `after_ms`: the worker has no slot for the message now; the workflow tries again after this time. */
export type InboundAnswer = InboundOutcome | { readonly after_ms: number }

type Deps = Pick<ActivityDeps, 'db' | 'cipher' | 'startDeliveries' | 'shares'>

interface InboundRequest {
  readonly inboundId: string
  readonly provider: string
  /** A hash of the inbox or account that the message is about. */
  readonly turnKey: string
}

/** Reads an inbound message and records its effects once (Spec 6); then starts the deliveries of its event. */
export const processInbound =
  (deps: Deps) =>
  async ({ inboundId, provider, turnKey }: InboundRequest): Promise<InboundAnswer> => {
    // The workspace is known only after the message is processed; until then the inbox or account that it concerns
    // takes its place.
    const wanted: ShareWanted = {
      lane: 'inbound',
      environment: null,
      workspaceId: turnKey,
      accountId: provider,
    }
    return underShare<InboundAnswer>(deps.shares, wanted, {
      work: () => processAll(deps, inboundId),
      refused: (afterMs) => ({ after_ms: afterMs }),
    })
  }

async function processAll({ db, cipher, startDeliveries }: Deps, inboundId: string): Promise<InboundOutcome> {
  for (;;) {
    const { outcome, deliveries } = await processTogether({ db, cipher }, inboundId)
    startDeliveries(deliveries)
    if (outcome !== null) return outcome
  }
}
