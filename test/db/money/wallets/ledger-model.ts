import type { Environment } from '../../../../domain/runs/states.ts'

/** The expected wallet, in microdollars. */
export interface WalletModel {
  readonly environment: Environment
  readonly workspace: WorkspaceModel
  available: bigint
  held: bigint
  spent: bigint
  /** Which run has which idempotency key. */
  readonly keys: Map<string, RunModel>
}

export interface WorkspaceModel {
  readonly id: string
  guard: { enabled: boolean; dailyLimit: bigint | null; perRunLimit: bigint | null }
}

export interface RunModel {
  readonly id: string
  readonly wallet: WalletModel
  status: string
  held: bigint
  quoted: bigint | null
  charged: bigint | null
  key: string | null
  attempt: { readonly token: string; outcome: string | null } | null
}

/** Sources and destinations of the money of all wallets. */
export interface PlatformModel {
  readonly promotion: Record<Environment, bigint>
  readonly revenue: Record<Environment, bigint>
}

/**
 * A second, plain implementation of the ledger's rules: what every step answers and what it changes. A step that is
 * refused, replayed or too late changes nothing.
 */
export class LedgerModel {
  readonly wallets: WalletModel[]
  readonly runs: RunModel[] = []
  readonly credits = new Set<string>()
  transfers = 0
  readonly platform: PlatformModel = {
    promotion: { test: 0n, live: 0n },
    revenue: { test: 0n, live: 0n },
  }

  constructor(workspaceIds: readonly string[]) {
    this.wallets = workspaceIds
      .map((id): WorkspaceModel => ({ id, guard: { enabled: false, dailyLimit: null, perRunLimit: null } }))
      .flatMap((workspace) =>
        (['test', 'live'] as const).map((environment): WalletModel => ({
          environment,
          workspace,
          available: 0n,
          held: 0n,
          spent: 0n,
          keys: new Map(),
        })),
      )
  }

  credit(wallet: WalletModel, amount: bigint, key: string): boolean {
    if (this.credits.has(key)) return false
    this.credits.add(key)
    this.transfers += 1
    wallet.available += amount
    this.platform.promotion[wallet.environment] -= amount
    return true
  }

  accept(wallet: WalletModel, id: string, key: string | null): 'inserted' | RunModel {
    const earlier = key === null ? undefined : wallet.keys.get(key)
    if (earlier !== undefined) return earlier
    const run: RunModel = { id, wallet, status: 'created', held: 0n, quoted: null, charged: null, key, attempt: null }
    this.runs.push(run)
    if (key !== null) wallet.keys.set(key, run)
    return 'inserted'
  }

  reserve(run: RunModel, hold: bigint): 'reserved' | 'statusChanged' | 'per_run_limit' | 'daily_limit' | 'balance' {
    if (run.status !== 'created') return 'statusChanged'
    const { wallet } = run
    const { enabled, dailyLimit, perRunLimit } = wallet.workspace.guard
    if (enabled && perRunLimit !== null && hold > perRunLimit) return 'per_run_limit'
    if (enabled && dailyLimit !== null && hold > 0n && wallet.spent + wallet.held + hold > dailyLimit)
      return 'daily_limit'
    if (hold > wallet.available) return 'balance'
    wallet.available -= hold
    wallet.held += hold
    if (hold > 0n) this.transfers += 1
    Object.assign(run, { status: 'reserved', held: hold, quoted: hold })
    return 'reserved'
  }

  begin(run: RunModel, token: string): 'begun' | 'taken' | 'ended' {
    if (run.attempt !== null) return 'taken'
    if (!['reserved', 'queued', 'running'].includes(run.status)) return 'ended'
    run.attempt = { token, outcome: null }
    run.status = 'running'
    return 'begun'
  }

  record(run: RunModel, token: string, outcome: string): boolean {
    if (run.attempt === null || run.attempt.token !== token || run.attempt.outcome !== null) return false
    run.attempt.outcome = outcome
    return true
  }

  /** The final status, or null when the end is refused: never more is charged than is held. */
  end(
    run: RunModel,
    status: string,
    { charge, releasesKey }: { charge: bigint | null; releasesKey: boolean },
  ): string | null {
    if (isOver(run)) return run.status
    if ((charge ?? 0n) > run.held) return null
    this.close(run, charge ?? 0n)
    Object.assign(run, { status, charged: charge })
    if (releasesKey && run.key !== null) {
      run.wallet.keys.delete(run.key)
      run.key = null
    }
    return status
  }

  cancel(run: RunModel): 'cancelled' | 'refused' {
    if (!['created', 'reserved', 'queued'].includes(run.status)) return 'refused'
    this.close(run, 0n)
    run.status = 'cancelled'
    return 'cancelled'
  }

  private close(run: RunModel, charge: bigint): void {
    const { wallet } = run
    wallet.held -= run.held
    wallet.available += run.held - charge
    wallet.spent += charge
    this.platform.revenue[wallet.environment] += charge
    this.transfers += (charge > 0n ? 1 : 0) + (run.held > charge ? 1 : 0)
    run.held = 0n
  }
}

export const isOver = ({ status }: RunModel): boolean => !['created', 'reserved', 'queued', 'running'].includes(status)
