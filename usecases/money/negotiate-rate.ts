import { writeAudit } from '../../db/access/audit/entries.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { DELETE_RATE, FIND_RATE, UPSERT_RATE } from '../../db/money/pricing/negotiate.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import { NEGOTIATED_MAX } from '../../domain/pricing/rates.ts'

export const SET_RATE: Transaction = { name: 'set_negotiated_rate', effect: true }
export const REMOVE_RATE: Transaction = { name: 'remove_negotiated_rate', effect: true }

/** A change of one workspace's agreed rate: the operator, and the reason. */
export interface RateChange {
  readonly workspaceId: string
  readonly target: string
  readonly actor: string
  readonly reason: string
}

export type RateAnswer =
  | { readonly kind: 'changed'; readonly before: string | null }
  /** The rate was the same before: nothing is written, not even an audit entry. */
  | { readonly kind: 'unchanged' }
  /** The workspace has as many rates as it may. */
  | { readonly kind: 'too many'; readonly limit: number }

/** Sets an agreed price and writes its audit entry; runs with a hold keep their price. */
export const setRate = (db: Database, change: RateChange, terms: string): Promise<RateAnswer> =>
  db.transaction(SET_RATE, async (tx) => {
    const found = await lockedRate(tx, change)
    if (found.terms === terms) return { kind: 'unchanged' }
    if (found.terms === null && found.rates >= NEGOTIATED_MAX) return { kind: 'too many', limit: NEGOTIATED_MAX }
    await tx.query(UPSERT_RATE, { workspaceId: change.workspaceId, target: change.target, terms })
    await writeAudit(tx, {
      ...lineOf(change),
      action: 'rate.set',
      before: rateOf(change, found.terms),
      after: rateOf(change, terms),
    })
    return { kind: 'changed', before: found.terms }
  })

/** Removes an agreed price: the plan's price counts again. */
export const removeRate = (db: Database, change: RateChange): Promise<RateAnswer> =>
  db.transaction(REMOVE_RATE, async (tx) => {
    const found = await lockedRate(tx, change)
    if (found.terms === null) return { kind: 'unchanged' }
    await tx.query(DELETE_RATE, { workspaceId: change.workspaceId, target: change.target })
    await writeAudit(tx, {
      ...lineOf(change),
      action: 'rate.removed',
      before: rateOf(change, found.terms),
      after: null,
    })
    return { kind: 'changed', before: found.terms }
  })

async function lockedRate(
  tx: Queries,
  { workspaceId, target }: RateChange,
): Promise<{ terms: string | null; rates: number }> {
  // The lock serialises operators: each audit entry records the value that its change found.
  const plan = await lockWorkspace(tx, workspaceId)
  const [found] = await tx.query(FIND_RATE, { workspaceId, target })
  if (plan === null || found === undefined) throw new Error('the workspace does not exist')
  return found
}

const lineOf = ({ workspaceId, actor, reason }: RateChange) => ({ workspaceId, actor, reason })
const rateOf = ({ target }: RateChange, terms: string | null) => (terms === null ? null : { target, terms })
