export interface Claimed {
  readonly table: string
  /** The condition of its index (environment, workspace_id, sweep_at): what has not ended. */
  readonly open: string
}

/** More workspaces than have something open at once; those behind them wait until earlier ones have nothing left. */
const OWNERS_MAX = 10_000
/** Beside so many of live one of the sandbox is claimed. */
const LIVE_TO_SANDBOX = 3

/**
 * Common table expressions that end with `claimed`, the ids of up to $1 overdue rows, which are locked. The backlog of one
 * workspace keeps nobody else's rows back: every workspace has one before any has two, the longest overdue first, and live
 * goes before the sandbox. Walks an index on (environment, workspace_id, sweep_at): one step for each workspace that has
 * something open, and about three rows for each that is claimed. Ids are compared as arrays, for which the planner takes the key.
 */
export const claimFairly = ({ table, open }: Claimed): string => `recursive owner as (
      (select environment, workspace_id from ${table} where ${open} order by environment, workspace_id limit 1)
      union all
      select following.environment, following.workspace_id from owner o cross join lateral (
        select environment, workspace_id from ${table} where (${open}) and (environment, workspace_id) > (o.environment, o.workspace_id)
        order by environment, workspace_id limit 1
      ) following
    ), due_owner as materialized (
      select o.environment, o.workspace_id from (select * from owner limit ${OWNERS_MAX}) o cross join lateral (
        select sweep_at from ${table} t where (${open}) and t.environment = o.environment and t.workspace_id = o.workspace_id order by sweep_at limit 1
      ) first where first.sweep_at < now()
    ), due as materialized (
      select d.id, o.environment, d.sweep_at, row_number() over (partition by o.environment, o.workspace_id order by d.sweep_at) as turn
      from due_owner o cross join lateral (
        select id, sweep_at from ${table} t where (${open}) and t.environment = o.environment and t.workspace_id = o.workspace_id and sweep_at < now()
        order by sweep_at limit least($1::bigint, greatest(1, ${LIVE_TO_SANDBOX} * $1::bigint / (select greatest(1, count(*)) from due_owner)))
      ) d
    ), placed as (
      select id, environment, row_number() over (partition by environment order by turn, sweep_at) as place from due
    ), claimed as materialized (
      select id from ${table} where id = any(array(
        select id from placed order by place * case environment when 'live' then 1 else ${LIVE_TO_SANDBOX} end, environment limit $1
      )) and (${open}) and sweep_at < now()
      for update skip locked
    )`
