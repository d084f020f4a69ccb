import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

/** A wallet's row, as its table has it. */
export interface WalletRow {
  readonly available: Microdollars
  readonly held: Microdollars
  /** The owed amount: while there is any, no hold is made. */
  readonly receivable: Microdollars
  readonly spendDay: string
  readonly spent: Microdollars
}

const READ_WALLET = statement<{ workspaceId: string; environment: Environment }, WalletRow>({
  name: 'read_wallet',
  effect: false,
  text: `select available, held, receivable, spend_day::text as "spendDay", spent from wallet
    where workspace_id = :workspaceId and environment = :environment`,
})

export async function readWallet(db: Database, workspaceId: string, environment: Environment): Promise<WalletRow> {
  const [wallet] = await db.query(READ_WALLET, { workspaceId, environment })
  if (wallet === undefined) throw new Error('the wallet does not exist')
  return wallet
}
