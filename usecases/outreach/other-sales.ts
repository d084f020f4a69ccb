import { LOCK_CREDITED_WALLET, READ_OTHER_SALES } from '../../db/outreach/bounces/other-sales.ts'
import { firstSellingRunId } from '../../db/outreach/bounces/record.ts'
import type { Queries } from '../../db/database.ts'
import { BOUNCE_CREDIT_DAYS, type OtherSale, soldAddress } from '../../domain/bounces/credit.ts'
import type { Environment } from '../../domain/runs/states.ts'

export interface Sale {
  readonly eventId: string
  readonly runId: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly address: string
  readonly soldAt: Date
}

/**
 * The other runs of a workspace that have sold an address. Where there are some, they are read with the wallet locked:
 * reports are then applied to them one after the other.
 */
export async function otherSales(tx: Queries, sale: Sale): Promise<readonly OtherSale[]> {
  const { workspaceId, environment, soldAt, ...named } = sale
  const values = { ...named, firstRunId: firstSellingRunId(soldAt), days: BOUNCE_CREDIT_DAYS }
  const seen = await tx.query(READ_OTHER_SALES, values)
  if (seen.length === 0) return []
  await tx.query(LOCK_CREDITED_WALLET, { workspaceId, environment })
  const others = await tx.query(READ_OTHER_SALES, values)
  return others.map(({ later, outcome, waits, ...answer }) => ({
    address: soldAddress(answer),
    later,
    outcome,
    waits,
  }))
}
