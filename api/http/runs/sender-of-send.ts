import type { Database } from '../../../db/database.ts'
import type { NewRun } from '../../../db/runs/accept.ts'
import { readAbleSenders } from '../../../db/outreach/senders/able.ts'
import { readNamedSenders } from '../../../db/outreach/senders/read.ts'
import { isJsonList, type JsonObject } from '../../../domain/json/json.ts'
import { callableSenders, type SenderFault, senderFault, unnamedFault } from '../../../domain/senders/fault.ts'
import { byName, candidatesOf } from '../../../domain/senders/resolve.ts'
import { namedSenders, replyOf, type SenderKind, senderKind } from '../../../domain/senders/sender.ts'
import { simulatedSender } from '../../../domain/senders/simulated.ts'
import { Problem } from '../../errors/problem.ts'

type Send = Pick<NewRun, 'workspaceId' | 'environment' | 'work' | 'input' | 'routing'>

export type SenderOfSend =
  /** `sender`: the one from which it leaves; null: only the provider knows it, or it is no send. */
  { readonly kind: 'sender'; readonly sender: string | null } | { readonly kind: 'refused'; readonly problem: Problem }

/**
 * The sender of a send before a run exists, or its refusal (decisions, "refused before a run"): it names a sender or a
 * message which the workspace does not have in this environment, or names none where it must.
 */
export async function senderOfSend(db: Database, send: Send): Promise<SenderOfSend> {
  const { work, input } = send
  const kind = 'raw' in work || isJsonList(input) ? null : senderKind(work.capability, input)
  if (kind === null || isJsonList(input)) return { kind: 'sender', sender: null }
  const found = await find(db, { ...send, kind, input })
  if (found === null || typeof found === 'string') return { kind: 'sender', sender: found }
  const code = found.kind === 'unknown' ? 'not_found' : 'invalid_request'
  return { kind: 'refused', problem: new Problem(code, found.message, { param: `/input/${found.member}` }) }
}

async function find(
  db: Database,
  { workspaceId, environment, kind, input, routing }: Send & { kind: SenderKind; input: JsonObject },
): Promise<SenderFault | string | null> {
  const [named, answers] = [namedSenders(input), replyOf(input)]
  const scope = { workspaceId, environment, kind }
  if (named.length > 0 || answers !== null) {
    const known = await readNamedSenders(db, { ...scope, named, answers })
    const fault = senderFault({ kind, environment, input, ...known })
    if (fault !== null) return fault
    const [name] = named
    if (name !== undefined) return byName(candidatesOf({ environment, kind }, known.own), name)?.id ?? null
    // A message that the service does not know states nothing about its holder.
    if (known.origin.kind !== 'unseen') return known.origin.kind === 'own' ? known.origin.senderId : null
  }
  // The chat belongs to one of the accounts, which the provider knows.
  const isChats = typeof input['chat_id'] === 'string'
  const providers = routing.provider === 'auto' ? (routing.only ?? null) : [routing.provider]
  const senders = { environment, providers, able: await readAbleSenders(db, scope) }
  const fault = unnamedFault({ kind, ...senders })
  if (fault !== null) return isChats ? null : fault
  return callableSenders(senders)[0]?.id ?? (environment === 'test' ? simulatedSender(kind).id : null)
}
