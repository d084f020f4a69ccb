import type { Replayed } from './histories.ts'

/** What Temporal says of a workflow now: whether it is open, and whether it stays on the version that it has. */
export interface Described {
  readonly open: boolean
  /** `behavior` is what its own code said with its last step; an override is an operator's (`npm run deployments -- move`) and wins. */
  readonly versioning?: {
    readonly behavior?: number | null
    readonly versioningOverride?: { readonly pinned?: unknown; readonly autoUpgrade?: boolean | null } | null
  } | null
}

/** `ended`: no code goes on with it. */
export type Standing = 'moves' | 'stays' | 'ended'

/** VERSIONING_BEHAVIOR_PINNED of Temporal's API. */
const PINNED = 1

/** Where it goes at a promotion; null is a workflow that is gone. */
export function standingOf(described: Described | null): Standing {
  if (described === null || !described.open) return 'ended'
  const override = described.versioning?.versioningOverride
  if (override?.autoUpgrade === true) return 'moves'
  return override?.pinned != null || described.versioning?.behavior === PINNED ? 'stays' : 'moves'
}

/** One that the code at hand does not go on with, and why. */
export interface Differing {
  readonly workflowId: string
  readonly difference: string
  readonly standing: Standing
}

/** A history without a completed step has nothing that code could do otherwise: its first step is still to come, on the version that is current then. */
export const differenceOf = ({ steps, difference }: Pick<Replayed, 'steps' | 'difference'>): string | null => (steps === 0 ? null : difference)

export interface Looked {
  readonly type: string
  readonly replayed: number
  readonly differing: readonly Differing[]
}

/** What is said, and whether the code at hand can go on with what it was asked about. */
export interface ReplayAnswer {
  readonly lines: readonly string[]
  readonly passed: boolean
}

/** Of those that may differ; a change that differs in one way mostly differs so everywhere. */
const STAYING_TOLD_MAX = 3

/** Every workflow that forbids a promotion is named; of those that do not, a few of each type. */
export function answerOf(types: readonly Looked[]): ReplayAnswer {
  const forbidding = types.flatMap(({ differing }) => differing).filter(({ standing }) => standing === 'moves').length
  const verdict = forbidding === 0
    ? 'The code at hand may be promoted.'
    : `Do not promote this code: ${forbidding === 1 ? 'one open workflow that it would take over differs' : `${forbidding} open workflows that it would take over differ`} (DIFFERS, above). Put the change behind patched().`
  return { lines: [...types.flatMap(linesOf), verdict], passed: forbidding === 0 }
}

function linesOf({ type, replayed, differing }: Looked): string[] {
  const moving = differing.filter(({ standing }) => standing === 'moves')
  const staying = differing.filter(({ standing }) => standing === 'stays')
  const count = moving.length + staying.length
  const untold = staying.length - STAYING_TOLD_MAX
  return [
    `${type}: ${replayed} open replayed, ${count === 0 ? 'none differs' : `${count} ${count === 1 ? 'differs' : 'differ'}`}`,
    ...moving.map(({ workflowId, difference }) => `  ${workflowId} DIFFERS: ${difference}`),
    ...staying.slice(0, STAYING_TOLD_MAX).map(({ workflowId, difference }) => `  ${workflowId} differs, and stays on its version: ${difference}`),
    ...(untold > 0 ? [`  and ${untold} more ${untold === 1 ? 'differs, and stays on its version' : 'differ, and stay on their versions'}`] : []),
  ]
}
