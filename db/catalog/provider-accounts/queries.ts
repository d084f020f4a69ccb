import { platformAccountId } from '../../../domain/providers/account.ts'
import type { Database } from '../../database.ts'
import { type NoValues, statement } from '../../statement.ts'

export const ANNOUNCE_ACCOUNTS = statement<{
  ids: readonly string[]
  providers: readonly string[]
  usable: readonly boolean[]
}>({
  name: 'announce_provider_accounts',
  effect: true,
  text: `insert into provider_account (id, provider, usable)
    select a.id, a.provider, a.usable
      from unnest(:ids::text[], :providers::text[], :usable::boolean[]) as a (id, provider, usable)
    on conflict (id) do update set usable = excluded.usable`,
})

/**
 * Announces which providers the workers can call now. Each account of a provider (`accountsOf`) has one row, which
 * holds its tokens and leases. Safe to repeat.
 */
export async function announceAccounts(db: Database, providers: readonly AnnouncedProvider[]): Promise<void> {
  const accounts = providers.flatMap(({ slug, usable, accountIds = [platformAccountId(slug)] }) =>
    accountIds.map((id) => ({ id, slug, usable })),
  )
  await db.query(ANNOUNCE_ACCOUNTS, {
    ids: accounts.map(({ id }) => id),
    providers: accounts.map(({ slug }) => slug),
    usable: accounts.map(({ usable }) => usable),
  })
}

export interface AnnouncedProvider {
  readonly slug: string
  readonly usable: boolean
  /** By default only its platform account. */
  readonly accountIds?: readonly string[]
}

export interface AccountHealth {
  readonly id: string
  readonly provider: string
  readonly usable: boolean
  /** It has no quota or credits left, or its credential is refused: routing skips it for a while. */
  readonly exhausted: boolean
}

export const READ_ACCOUNTS = statement<NoValues, AccountHealth>({
  name: 'read_platform_accounts',
  effect: false,
  text: `select id, provider, usable, coalesce(exhausted_until > clock_timestamp(), false) as exhausted
    from provider_account where starts_with(id, 'platform:')`,
})

export const readAccounts = (db: Database): Promise<AccountHealth[]> => db.query(READ_ACCOUNTS, {})
