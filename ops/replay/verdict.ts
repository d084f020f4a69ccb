import type { ReplayedHistory } from './histories.ts'

/** Temporal's current description of a workflow: whether it is open, and whether it stays on its version. */
export interface DescribedWorkflow {
  readonly open: boolean
  /**
   * `behavior` comes from the workflow's own code in its last step; an override is an operator's
   * (`npm run deployments -- move`) and wins.
   */
  readonly versioning?: {
    readonly behavior?: number | null
    readonly versioningOverride?: { readonly pinned?: unknown; readonly autoUpgrade?: boolean | null } | null
  } | null
}

/** `ended`: no code continues it. */
export type AfterPromotion = 'moves' | 'stays' | 'ended'

/** VERSIONING_BEHAVIOR_PINNED of Temporal's API. */
const PINNED = 1

/** What a promotion does to it; null is a workflow that is gone. */
export function afterPromotionOf(described: DescribedWorkflow | null): AfterPromotion {
  if (described === null || !described.open) return 'ended'
  const override = described.versioning?.versioningOverride
  if (override?.autoUpgrade === true) return 'moves'
  return override?.pinned != null || described.versioning?.behavior === PINNED ? 'stays' : 'moves'
}

/** A workflow that the current code cannot continue, and why. */
export interface Differing {
  readonly workflowId: string
  readonly difference: string
  readonly afterPromotion: AfterPromotion
}

/**
 * A history without a completed workflow task cannot differ: its first is still to come, on the version that is
 * current then.
 */
export const differenceOf = ({ steps, difference }: Pick<ReplayedHistory, 'steps' | 'difference'>): string | null =>
  steps === 0 ? null : difference

export interface JudgedType {
  readonly type: string
  readonly replayed: number
  readonly differing: readonly Differing[]
}

/** The printed lines, and whether the code may be promoted: no workflow that a promotion moves to it differs. */
export interface ReplayAnswer {
  readonly lines: readonly string[]
  readonly passed: boolean
}

/** Of those that may differ: a change usually differs everywhere in the same way. */
const STAYING_LISTED_MAX = 3

/** Names every workflow that forbids a promotion, and a few of each type that do not. */
export function answerOf(types: readonly JudgedType[]): ReplayAnswer {
  const forbidding = types
    .flatMap(({ differing }) => differing)
    .filter(({ afterPromotion }) => afterPromotion === 'moves').length
  const differ =
    forbidding === 1
      ? 'one open workflow that it would take over differs'
      : `${forbidding} open workflows that it would take over differ`
  const verdict =
    forbidding === 0
      ? 'The code at hand may be promoted.'
      : `Do not promote this code: ${differ} (DIFFERS, above). Put the change behind patched().`
  return { lines: [...types.flatMap(linesOf), verdict], passed: forbidding === 0 }
}

function linesOf({ type, replayed, differing }: JudgedType): string[] {
  const moving = differing.filter(({ afterPromotion }) => afterPromotion === 'moves')
  const staying = differing.filter(({ afterPromotion }) => afterPromotion === 'stays')
  const count = moving.length + staying.length
  const unlisted = staying.length - STAYING_LISTED_MAX
  return [
    `${type}: ${replayed} open replayed, ${count === 0 ? 'none differs' : `${count} ${count === 1 ? 'differs' : 'differ'}`}`,
    ...moving.map(({ workflowId, difference }) => `  ${workflowId} DIFFERS: ${difference}`),
    ...staying
      .slice(0, STAYING_LISTED_MAX)
      .map(({ workflowId, difference }) => `  ${workflowId} differs, and stays on its version: ${difference}`),
    ...(unlisted > 0
      ? [
          `  and ${unlisted} more ${unlisted === 1 ? 'differs, and stays on its version' : 'differ, and stay on their versions'}`,
        ]
      : []),
  ]
}
