import { resolveSender as resolve, type SenderAnswer } from '../../domain/senders/resolve.ts'
import { namedSenders, senderKind, type SenderKind } from '../../domain/senders/sender.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { readSenders } from '../../db/outreach/senders/read.ts'
import type { ActivityDeps } from '../deps.ts'

interface CapabilityRun {
  readonly capability: string
  readonly environment: Environment
  readonly input: JsonObject
}

/**
 * Decides, right before a provider is called, which of the workspace's own inboxes or accounts a send leaves from. A
 * lookup passes unchanged, without a read.
 */
export async function resolveSender(
  deps: Pick<ActivityDeps, 'db'>,
  send: {
    readonly runId: string
    readonly provider: string
    /** null: the platform's account makes the call. */
    readonly connectionId: string | null
    readonly run: CapabilityRun
  },
): Promise<SenderAnswer> {
  const { provider, connectionId } = send
  const { capability, environment, input } = send.run
  const kind = senderKind(capability, input)
  if (kind === null) return { kind: 'ready', input, sender: null, senders: [] }
  const named = namedSenders(input)
  const read = (of: SenderKind) => readSenders(deps.db, { runId: send.runId, provider, connectionId, kind: of, named })
  const known = await read(kind)
  const isGmails = kind === 'inbox' && named.length === 0 && known.origin.kind === 'own' && known.origin.gmail === true
  const question = { environment, provider, connectionId, input }
  return isGmails
    ? resolve({ ...question, kind: 'gmail', ...(await read('gmail')) })
    : resolve({ ...question, kind, ...known })
}
