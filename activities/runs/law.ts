import { judgeLaw, type LawJudgement } from '../../domain/law/judge.ts'
import type { TermsOfSend } from '../../domain/law/terms.ts'
import { reachesStored } from '../../domain/outbound/is-send.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'

/** What the workspace's own rules state about a run that writes to people; null: nothing. */
export const judgedByLaw = ({ law, send, rawRequest: raw, input }: RunToReserve): LawJudgement | null =>
  law === null || (send === null && !reachesStored({ raw, input })) ? null : judgeLaw(law, send)

/** The part of the plan that keeps what the policy makes of the send. */
export function lawTerms(run: RunToReserve): { readonly law?: TermsOfSend } {
  const judged = judgedByLaw(run)
  return judged?.kind === 'allowed' && judged.unknownCountry ? { law: { unknown_country: true } } : {}
}
