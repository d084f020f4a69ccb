import { type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { ApprovalReason } from './approval.ts'
import type { ApprovalPolicy } from './policy.ts'

/** The facts of a planned run that its approval depends on. */
export interface RunToApprove {
  /** A person started it at the dashboard: the policy does not apply. */
  readonly byPerson: boolean
  /** Its request has `approval: "required"`. */
  readonly isRequested: boolean
  /** What it would hold. */
  readonly hold: Microdollars
  readonly sends: boolean
  /** It is a raw call that may change something at its provider. */
  readonly isRawWrite: boolean
}

/** An approval that was given before, for this amount; null: none. */
export interface GivenApproval {
  readonly estimate: Microdollars
}

/** An approval covers a price that has risen by this many hundredths: rates move until the decision. */
const RISE_PERCENT_MAX = 10n

/** Whether the people that a send reaches matter: only then are they read. */
export const dependsOnNewPeople = (policy: ApprovalPolicy, { byPerson, sends }: RunToApprove): boolean =>
  !byPerson && sends && policy.sends === 'new_people'

/**
 * Why a person must approve the run before anything is held, the first reason in this order; null: nothing is needed
 * (decisions, "Approvals"). `reachesNewPeople` counts only where `dependsOnNewPeople`.
 */
export function approvalReason(
  policy: ApprovalPolicy,
  run: RunToApprove,
  { given, reachesNewPeople }: { readonly given: GivenApproval | null; readonly reachesNewPeople: boolean },
): ApprovalReason | null {
  if (given !== null) return run.hold * 100n > given.estimate * (100n + RISE_PERCENT_MAX) ? 'price_rose' : null
  if (run.isRequested) return 'requested'
  if (run.byPerson) return null
  if (run.sends && policy.sends === 'always') return 'send'
  if (reachesNewPeople && dependsOnNewPeople(policy, run)) return 'new_people'
  if (run.isRawWrite && policy.raw_writes) return 'raw_write'
  return policy.runs_above !== null && run.hold > parseUsd(policy.runs_above) ? 'cost' : null
}

/** The highest ceiling that a job of a key or an app may have without an approval; null: any. */
export const ceilingWithoutApproval = ({ jobs_above: above }: ApprovalPolicy): Microdollars | null =>
  above === null ? null : parseUsd(above)
