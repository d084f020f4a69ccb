import type { Evidence } from './evidence.ts'
import { ENDS, EVENTS } from './invariants/events.ts'
import type { Finding, Invariant } from './invariants/invariant.ts'
import { MONEY } from './invariants/money.ts'
import { PROVIDERS } from './invariants/providers.ts'
import { RUNS } from './invariants/runs.ts'

export const INVARIANTS: readonly Invariant[] = [...RUNS, ...MONEY, ...PROVIDERS, ...EVENTS, ...ENDS]

export interface Judged extends Finding {
  readonly promise: string
}

export const judge = (evidence: Evidence): Judged[] =>
  INVARIANTS.map((invariant) => ({ promise: invariant.promise, ...invariant.judge(evidence) }))

export const violationsIn = (judged: readonly Judged[]): number =>
  judged.reduce((sum, { violations }) => sum + violations.length, 0)

export interface Falsified {
  readonly promise: string
  /** `unseen`: the invariant holds on falsified evidence. `nothing`: the evidence has nothing to falsify. */
  readonly seen: 'seen' | 'unseen' | 'nothing'
}

/** Whether each invariant objects to evidence that was falsified against it. */
export const falsifyAll = (evidence: Evidence): Falsified[] =>
  INVARIANTS.map((invariant) => {
    const falsified = invariant.falsify(evidence)
    if (falsified === null) return { promise: invariant.promise, seen: 'nothing' }
    const before = invariant.judge(evidence).violations.length
    return {
      promise: invariant.promise,
      seen: invariant.judge(falsified).violations.length > before ? 'seen' : 'unseen',
    }
  })
