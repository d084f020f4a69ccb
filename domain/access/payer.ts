import { refusalOfAccess } from './access.ts'
import type { Principal } from './principal.ts'

/**
 * Who causes a run, and so pays for it (Spec 5; decisions, "who causes a run pays"): the budget, the limits and the
 * approval policy of this key or app apply to the run. Both are null for a person.
 */
export interface Payer {
  readonly apiKeyId: string | null
  readonly connectedAppId: string | null
}

/** The payer of every run that a request of this caller begins. */
export const payerOf = (principal: Principal): Payer => ({
  apiKeyId: principal.apiKeyId,
  connectedAppId: principal.kind === 'app' ? principal.appId : null,
})

/** The id of the key or app; null: a person. */
export const payerId = ({ apiKeyId, connectedAppId }: Payer): string | null => apiKeyId ?? connectedAppId

/** The facts about a caller that the right to change or delete what another has made depends on. */
export interface Changer {
  /** The key or the app; null: a person. */
  readonly id: string | null
  /** An app, or a key with limits or a budget: it decides over nothing of the workspace. */
  readonly isLimited: boolean
  /** It may approve what others have requested. */
  readonly isApprover: boolean
}

export const changerOf = (principal: Principal): Changer => ({
  id: payerId(payerOf(principal)),
  isLimited: principal.kind !== 'session' && refusalOfAccess('owner', principal) !== null,
  isApprover: refusalOfAccess('approve', principal) === null,
})

/** Whether the caller may change what `madeBy` has made; null: a person has made it. */
export const mayChange = (madeBy: string | null, caller: Pick<Changer, 'id' | 'isLimited'>): boolean =>
  !caller.isLimited || madeBy === caller.id

const WHO_MAY = 'an API key without limits or budget, or a member or an owner of the workspace'

/**
 * Why the caller may not stop, change or delete what `madeBy` has made, as a sentence that states who may; null: it may
 * (decisions, "what others have made").
 */
export const refusalOfOthers = (
  thing: 'run' | 'job' | 'upload' | 'watch' | 'table',
  madeBy: string | null,
  caller: Pick<Changer, 'id' | 'isLimited'>,
): string | null =>
  mayChange(madeBy, caller)
    ? null
    : `Another key, app or person has made this ${thing}, and a connected app, or an API key with limits or a budget, has no say over it. Its maker can do this, ${WHO_MAY}.`
