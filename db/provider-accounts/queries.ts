import { platformAccountId } from '../../domain/providers/account.ts'
import type { Database, Statement } from '../database.ts'
import { ProviderAccount } from './entity.ts'

/**
 * Tells everybody which providers the workers can call now; turns are taken from these rows, one for each account
 * of a provider (`accountsOf`). Safe to repeat.
 */
export async function announceAccounts(db: Database, providers: readonly AnnouncedProvider[]): Promise<void> {
  await db.em().upsertMany(
    ProviderAccount,
    providers.flatMap(({ slug, usable, accountIds = [platformAccountId(slug)] }) =>
      accountIds.map((id) => ({ id, provider: slug, usable, tokens: 0, refilledAt: new Date(0), leases: {} }))),
    { onConflictFields: ['id'], onConflictMergeFields: ['usable'] },
  )
}

export interface AnnouncedProvider {
  readonly slug: string
  readonly usable: boolean
  /** Its platform account alone unless said otherwise. */
  readonly accountIds?: readonly string[]
}

export interface AccountState {
  readonly id: string
  readonly provider: string
  readonly usable: boolean
  /** No quota or credits left, or a refused credential: routing leaves it alone for a while. */
  readonly exhausted: boolean
}

const READ_ACCOUNTS: Statement = {
  name: 'read_platform_accounts',
  effect: false,
  text: `select id, provider, usable, coalesce(exhausted_until > clock_timestamp(), false) as exhausted
    from provider_account where starts_with(id, 'platform:')`,
}

export const readAccounts = (db: Database): Promise<AccountState[]> => db.query<AccountState>(READ_ACCOUNTS, [])
