import type { Environment } from '../../domain/runs/states.ts'

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

export const platformAccount = (environment: Environment, kind: PlatformKind): string =>
  `platform:${environment}:${kind}`

/** The same in SQL, for statements that decide about money and move it in one round trip. */
export const WALLET_ACCOUNT_SQL = (alias: string, kind: WalletKind): string =>
  `${alias}.workspace_id || ':' || ${alias}.environment || ':${kind}'`

export const PLATFORM_ACCOUNT_SQL = (alias: string, kind: PlatformKind): string =>
  `'platform:' || ${alias}.environment || ':${kind}'`

/** Transfer keys: a hold is closed once per run. */
export const CLOSE_KEY_SQL = (runId: string): string => `${runId} || ':close'`
/**
 * The first charge of a run whose hold stays open for the provider's final bill, and the change that the bill makes.
 */
export const FIRST_CHARGE_KEY_SQL = (runId: string): string => `${runId} || ':charge'`
export const FINAL_BILL_KEY_SQL = (runId: string): string => `${runId} || ':final_bill'`
/** The release of the hold's rest after the charge that closed it. */
export const REST_KEY_SQL = (runId: string): string => `${runId} || ':close:rest'`
/** The credit of a run whose address bounced; a part that repays a receivable has `:owed` behind it. */
export const bounceCreditKey = (runId: string): string => `${runId}:credit_bounce`
