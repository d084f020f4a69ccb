import type { Database } from '../../../db/database.ts'
import type { NewRun } from '../../../db/runs/accept.ts'
import { readAbleSenders } from '../../../db/outreach/senders/able.ts'
import { readNamedSenders } from '../../../db/outreach/senders/read.ts'
import { isJsonList, type JsonObject } from '../../../domain/json/json.ts'
import { type SenderFault, senderFault, unnamedFault } from '../../../domain/senders/fault.ts'
import { namedSenders, replyOf, type SenderKind, senderKind } from '../../../domain/senders/sender.ts'
import { Problem } from '../../errors/problem.ts'

type Send = Pick<NewRun, 'workspaceId' | 'environment' | 'work' | 'input' | 'routing'>

/**
 * The refusal of a send before a run exists (decisions, "refused before a run"): it names a sender or a message which
 * the workspace does not have in this environment, or names none where it must. Null: it can be sent.
 */
export async function senderRefusal(db: Database, send: Send): Promise<Problem | null> {
  const { work, input } = send
  if ('raw' in work || isJsonList(input)) return null
  const kind = senderKind(work.capability, input)
  const fault = kind === null ? null : await faultOf(db, { ...send, kind, input })
  if (fault === null) return null
  const code = fault.kind === 'unknown' ? 'not_found' : 'invalid_request'
  return new Problem(code, fault.message, { param: `/input/${fault.member}` })
}

async function faultOf(
  db: Database,
  { workspaceId, environment, kind, input, routing }: Send & { kind: SenderKind; input: JsonObject },
): Promise<SenderFault | null> {
  const [named, answers] = [namedSenders(input), replyOf(input)]
  const scope = { workspaceId, environment, kind }
  if (named.length > 0 || answers !== null) {
    const known = await readNamedSenders(db, { ...scope, named, answers })
    const fault = senderFault({ kind, environment, input, ...known })
    // A message that the service does not know states nothing about its holder.
    if (fault !== null || named.length > 0 || known.origin.kind !== 'unseen') return fault
  }
  // The chat belongs to one of the accounts, which the provider knows.
  if (typeof input['chat_id'] === 'string') return null
  const providers = routing.provider === 'auto' ? (routing.only ?? null) : [routing.provider]
  return unnamedFault({ kind, environment, providers, able: await readAbleSenders(db, scope) })
}
