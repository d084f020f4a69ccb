import type { PROVED_OF_RUNS, RunPromise } from '../../../domain/wallets/proof.ts'
import { statement } from '../../statement.ts'
import type { BrokenPromiseOf } from './broken.ts'

/** The keys of a run's transfers derive from its id (`usecases/money`): the index of keys finds them. */
const KEYS = ['hold', 'close', 'close:rest', 'charge', 'final_bill', 'credit_bounce', 'credit_bounce:owed']
  .map((end) => `r.id || ':${end}'`)
  .join(', ')

const OWN_ACCOUNTS = `r.workspace_id || ':' || r.environment || ':'`

/**
 * The promises of runs that are broken: the hold, the charge, the credit and the usage charges of a run are its
 * transfers, between its own accounts. `run` are the runs, `transfer` states which transfers are those of a run `r`.
 */
const brokenRuns = (run: string, transfer: string): string => `with ledger as (
    select r.id,
      sum(case when t.kind = 'hold' then t.amount when t.kind in ('charge', 'release')
        or (t.kind = 'adjustment' and t.debit_account_id like '%:held') then -t.amount else 0 end) as open,
      sum(case when t.kind = 'charge' or (t.kind = 'adjustment' and t.debit_account_id like '%:held') then t.amount
        when t.kind = 'adjustment' then -t.amount else 0 end) as charged,
      sum(case when t.kind <> 'adjustment' then 0
        when t.debit_account_id like '%:held' then t.amount else -t.amount end) as adjusted,
      sum(t.amount) filter (where t.kind = 'credit_bounce') as credited,
      count(*) filter (where not (starts_with(t.debit_account_id, ${OWN_ACCOUNTS})
        or starts_with(t.credit_account_id, ${OWN_ACCOUNTS}))) as unknown_accounts
    from ${run} join transfer t on ${transfer} group by r.id
  )
  select r.workspace_id as "workspaceId", r.environment, p.promise, r.id as subject, p.expected, p.found
  from ${run} left join ledger l on l.id = r.id
  cross join lateral (values
    ('run_hold', coalesce(l.open, 0)::bigint, r.held),
    ('run_charge', coalesce(l.charged, 0)::bigint, coalesce(r.charged, 0)),
    ('run_credit', coalesce(l.credited, 0)::bigint, coalesce(r.credited, 0)),
    ('run_usage', coalesce(l.adjusted, 0)::bigint,
      (select coalesce(sum(u.amount), 0)::bigint from usage_charge u where u.run_id = r.id)),
    ('run_accounts', 0, coalesce(l.unknown_accounts, 0))
  ) p (promise, expected, found)
  where p.expected <> p.found and p.promise = any (:promises::text[])
  order by r.id, array_position(:promises::text[], p.promise)`

type ProvedPromise = (typeof PROVED_OF_RUNS)[number]

/** Of these runs. */
export const BROKEN_RUNS_OF = statement<
  { runIds: readonly string[]; promises: readonly ProvedPromise[] },
  BrokenPromiseOf<ProvedPromise>
>({
  name: 'find_broken_runs',
  effect: false,
  text: brokenRuns(
    '(select * from run where id = any (:runIds::text[])) r',
    `t.key = any (array[${KEYS}]) and t.run_id = r.id`,
  ),
})

/** Of all runs. */
export const BROKEN_RUNS = statement<{ promises: readonly RunPromise[] }, BrokenPromiseOf<RunPromise>>({
  name: 'find_all_broken_runs',
  effect: false,
  text: brokenRuns('run r', 't.run_id = r.id'),
})
