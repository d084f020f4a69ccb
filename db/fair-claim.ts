export interface Claimed {
  readonly table: string
  /** The condition of the table's index on (owner, sweep_at): rows that have not ended. */
  readonly open: string
  /** The columns that name the owner; by default a workspace in an environment. */
  readonly owner?: readonly string[]
}

const WORKSPACE = ['environment', 'workspace_id'] as const

/**
 * More workspaces than have something open at once; those beyond the limit wait until earlier ones have nothing left.
 */
const OWNERS_MAX = 10_000
/** For every three live rows, one row of the sandbox is claimed. */
const LIVE_TO_SANDBOX = 3

/**
 * Common table expressions that end with `claimed`, the ids of up to `:limit` overdue rows, which are locked. The
 * backlog of one workspace does not delay another workspace's rows: every workspace gets one row before any gets two,
 * the longest overdue first, and live goes before the sandbox. Owners without an environment count as live. The
 * statement walks an index on (owner, sweep_at): one step for each owner that has something open, and about three rows
 * for each claimed one. Ids are compared as arrays, for which the planner uses the primary key.
 */
export function claimFairly({ table, open, owner = WORKSPACE }: Claimed): string {
  const columns = owner.join(', ')
  const of = (alias: string): string => owner.map((column) => `${alias}.${column}`).join(', ')
  // A range, not an equality: with an equality the planner takes an index on sweep_at alone and walks past the rows of
  // all other owners.
  const fromFirst = `(${of('t')}, sweep_at) >= (${of('o')}, '-infinity')`
  const environment = owner.includes('environment') ? 'o.environment' : `'live'`
  return `recursive owner as (
      (select ${columns} from ${table} where ${open} order by ${columns} limit 1)
      union all
      select ${of('following')} from owner o cross join lateral (
        select ${columns} from ${table} where (${open}) and (${columns}) > (${of('o')})
        order by ${columns} limit 1
      ) following
    ), due_owner as materialized (
      select ${of('o')} from (select * from owner limit ${OWNERS_MAX}) o cross join lateral (
        select sweep_at from ${table} t where (${open}) and ${fromFirst} order by ${of('t')}, sweep_at limit 1
      ) first where first.sweep_at < now()
    ), due as materialized (
      select d.id, ${environment} as environment, d.sweep_at,
        row_number() over (partition by ${of('o')} order by d.sweep_at) as turn
      from due_owner o cross join lateral (
        select id, sweep_at from ${table} t where (${open}) and ${fromFirst}
          and (${of('t')}, sweep_at) < (${of('o')}, now())
        order by ${of('t')}, sweep_at
          limit least(:limit::bigint,
          greatest(1, ${LIVE_TO_SANDBOX} * :limit::bigint / (select greatest(1, count(*)) from due_owner)))
      ) d
    ), placed as (
      select id, environment, row_number() over (partition by environment order by turn, sweep_at) as place from due
    ), claimed as materialized (
      select id from ${table} where id = any(array(
        select id from placed order by place * case environment when 'live' then 1 else ${LIVE_TO_SANDBOX} end,
          environment limit :limit
      )) and (${open}) and sweep_at < now()
      for update skip locked
    )`
}
