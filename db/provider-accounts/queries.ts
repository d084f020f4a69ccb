import type { Database, Statement } from '../database.ts'
import { ProviderAccount } from './entity.ts'

/** The platform's own account at a provider; a workspace's connection has an account of its own. */
export const platformAccountId = (provider: string): string => `platform:${provider}`

/** The account behind a connected key: its turns and its exhaustion are its own. Made on connect, never removed. */
export const connectionAccountId = (connectionId: string): string => `connection:${connectionId}`

/** Tells everybody which providers the workers can call now; turns are taken from these rows. Safe to repeat. */
export async function announceAccounts(db: Database, providers: readonly { slug: string; usable: boolean }[]): Promise<void> {
  await db.em().upsertMany(
    ProviderAccount,
    providers.map(({ slug, usable }) => ({ id: platformAccountId(slug), provider: slug, usable, tokens: 0, refilledAt: new Date(0), leases: {} })),
    { onConflictFields: ['id'], onConflictMergeFields: ['usable'] },
  )
}

export interface AccountState {
  readonly provider: string
  readonly usable: boolean
  /** No quota or credits left, or a refused credential: routing leaves it alone for a while. */
  readonly exhausted: boolean
}

const READ_ACCOUNTS: Statement = {
  name: 'read_platform_accounts',
  effect: false,
  text: `select provider, usable, coalesce(exhausted_until > clock_timestamp(), false) as exhausted
    from provider_account where id = 'platform:' || provider`,
}

export const readAccounts = (db: Database): Promise<AccountState[]> => db.query<AccountState>(READ_ACCOUNTS, [])
