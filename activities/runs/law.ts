import { isJsonObject } from '../../domain/json/json.ts'
import { judgeLaw, type LawJudgement } from '../../domain/law/judge.ts'
import { roomFault } from '../../domain/law/letter.ts'
import type { TermsOfSend } from '../../domain/law/terms.ts'
import { reachesStored } from '../../domain/outbound/is-send.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'
import type { ActivityDeps } from '../deps.ts'
import type { EndWithoutAttempt } from './end-without-attempt.ts'
import { linksOf } from './letter.ts'

/** What the workspace's own rules state about a run that writes to people; null: nothing. */
function judgedByLaw({ law, send, rawRequest: raw, capability, input }: RunToReserve): LawJudgement | null {
  if (law === null || (send === null && !reachesStored({ raw, input }))) return null
  return judgeLaw(law, send, capability === null || !isJsonObject(input) ? null : { capability, input })
}

/** Why the run may not send, before anything is held; null: it may. */
export function lawRefusal(
  deps: Pick<ActivityDeps, 'cipher' | 'publicUrl'>,
  runId: string,
  run: RunToReserve,
): Pick<EndWithoutAttempt, 'status' | 'error'> | null {
  const judged = judgedByLaw(run)
  if (judged === null) return null
  if (judged.kind === 'refused') return { status: 'blocked', error: judged.error }
  const { capability, input } = run
  if (capability === null || !isJsonObject(input)) return null
  const message = roomFault({ capability, input }, judged.terms, linksOf(deps, { ...run, runId }, input))
  return message === null ? null : { status: 'failed', error: { code: 'invalid_request', message } }
}

/** The part of the plan that keeps what the policy makes of the send. */
export function lawTerms(run: RunToReserve): { readonly law?: TermsOfSend } {
  const judged = judgedByLaw(run)
  return judged?.kind === 'allowed' && Object.keys(judged.terms).length > 0 ? { law: judged.terms } : {}
}
