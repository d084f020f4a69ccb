import type { Environment } from '../../../domain/runs/states.ts'

/** One side of every transfer is an account of each kind. */
export const ACCOUNT_KINDS = ['available', 'held', 'receivable', 'revenue', 'funding', 'promotion'] as const
type AccountKind = (typeof ACCOUNT_KINDS)[number]
export type WalletKind = 'available' | 'held' | 'receivable'
type PlatformKind = Exclude<AccountKind, WalletKind>

/** A workspace has one wallet in each environment. */
export interface WalletId {
  readonly workspaceId: string
  readonly environment: Environment
}

/** Account ids are derived, never read from the database. */
export const walletAccount = (workspaceId: string, environment: Environment, kind: WalletKind): string =>
  `${workspaceId}:${environment}:${kind}`

/** The same in SQL, for statements that decide about money and move it in one round trip. */
export const WALLET_ACCOUNT_SQL = (alias: string, kind: WalletKind): string =>
  `${alias}.workspace_id || ':' || ${alias}.environment || ':${kind}'`

export const PLATFORM_ACCOUNT_SQL = (alias: string, kind: PlatformKind): string =>
  `'platform:' || ${alias}.environment || ':${kind}'`

/** The credit of a run whose address bounced; a part that repays a receivable has `:owed` behind it. */
export const bounceCreditKey = (runId: string): string => `${runId}:credit_bounce`
