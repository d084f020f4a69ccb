import type { Environment } from '../../domain/runs/states.ts'
import type { ACCOUNT_KINDS } from './entity.ts'

type AccountKind = (typeof ACCOUNT_KINDS)[number]
export type WalletKind = 'available' | 'held' | 'receivable'
type PlatformKind = Exclude<AccountKind, WalletKind>

/** Account ids are derived, never looked up. */
export const walletAccount = (workspaceId: string, environment: Environment, kind: WalletKind): string =>
  `${workspaceId}:${environment}:${kind}`

export const platformAccount = (environment: Environment, kind: PlatformKind): string => `platform:${environment}:${kind}`

/** The same in SQL, for the statements that move money in the same round trip as they decide about it. */
export const WALLET_ACCOUNT_SQL = (alias: string, kind: WalletKind): string =>
  `${alias}.workspace_id || ':' || ${alias}.environment || ':${kind}'`

export const PLATFORM_ACCOUNT_SQL = (alias: string, kind: PlatformKind): string =>
  `'platform:' || ${alias}.environment || ':${kind}'`

/** Transfer keys: a hold is made once and closed once per run. */
export const HOLD_KEY_SQL = (runId: string): string => `${runId} || ':hold'`
export const CLOSE_KEY_SQL = (runId: string): string => `${runId} || ':close'`
/** The first charge of a run whose hold stays open for the provider's final bill, and what that bill changes. */
export const FIRST_CHARGE_KEY_SQL = (runId: string): string => `${runId} || ':charge'`
export const FINAL_BILL_KEY_SQL = (runId: string): string => `${runId} || ':final_bill'`
/** What is left of a hold after the charge that closed it. */
export const REST_KEY_SQL = (runId: string): string => `${runId} || ':close:rest'`
