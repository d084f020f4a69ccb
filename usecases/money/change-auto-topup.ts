import type { BeforeCommit, Database, Transaction } from '../../db/database.ts'
import {
  type AutoTopupChange,
  type AutoTopupSetting,
  type AutoTopupState,
  readAutoTopup,
  type WalletRef,
  writeAutoTopup,
} from '../../db/money/payments/auto-topup.ts'

/** A request's new setting with its stored answer. */
export const UPDATE_AUTO_TOPUP: Transaction = { name: 'update_auto_topup', effect: true }

export interface RequestedAutoTopup {
  /** For a wallet without a setting. */
  readonly setting: AutoTopupSetting
  /** What the request changes. */
  readonly change: AutoTopupChange
  /** This deployment charges no card at Stripe. */
  readonly simulated: boolean
}

/** null: together with a concurrent change, the limit would be below the amount. */
export const changeAutoTopup = (
  db: Database,
  wallet: WalletRef,
  { setting, change, simulated }: RequestedAutoTopup,
  beforeCommit: BeforeCommit<AutoTopupState>,
): Promise<AutoTopupState | null> =>
  db.transaction(UPDATE_AUTO_TOPUP, async (tx) => {
    if (!(await writeAutoTopup(tx, wallet, { setting, change }))) return null
    const state = await readAutoTopup(tx, wallet, { simulated })
    await beforeCommit(tx, state)
    return state
  })
