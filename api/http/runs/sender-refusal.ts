import type { Database } from '../../../db/database.ts'
import type { NewRun } from '../../../db/runs/accept.ts'
import { readNamedSenders } from '../../../db/senders/read.ts'
import { isJsonList } from '../../../domain/json/json.ts'
import { senderFault } from '../../../domain/senders/fault.ts'
import { namedSenders, replyOf, senderKind } from '../../../domain/senders/sender.ts'
import { Problem } from '../../errors/problem.ts'

/**
 * The refusal of a send that names a sender or a message which the workspace does not have in this environment, before
 * a run exists (decisions, "refused before a run"); null: it names none, or its own.
 */
export async function senderRefusal(
  db: Database,
  { workspaceId, environment, work, input }: Pick<NewRun, 'workspaceId' | 'environment' | 'work' | 'input'>,
): Promise<Problem | null> {
  if ('raw' in work || isJsonList(input)) return null
  const kind = senderKind(work.capability, input)
  const [named, answers] = [namedSenders(input), replyOf(input)]
  if (kind === null || (named.length === 0 && answers === null)) return null
  const known = await readNamedSenders(db, { workspaceId, environment, kind, named, answers })
  const fault = senderFault({ kind, environment, input, ...known })
  if (fault === null) return null
  const code = fault.kind === 'unknown' ? 'not_found' : 'invalid_request'
  return new Problem(code, fault.message, { param: `/input/${fault.member}` })
}
