import type { Recipient } from '../../domain/outbound/recipients.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries, Statement } from '../database.ts'

/**
 * Counts the sends that reached the people of some rows, whichever of their identities it was, and writes it onto the rows
 * (Spec 2.7, `touches`, `last_touch_*`). `rowIds` is a query of row ids. Rows are locked in the order of their ids.
 */
export const recountTouchesSql = (rowIds: string): string => `with counted as materialized (
    select id from table_row where id in (${rowIds}) order by id for no key update
  ), sends as (
    select c.id, count(distinct t.run_id)::integer as touches, max(t.at) as at, (array_agg(t.channel order by t.at desc, t.run_id desc)
      filter (where t.run_id is not null))[1] as channel
    from counted c
    left join row_identity i on i.row_id = c.id
    left join touch t on t.workspace_id = i.workspace_id and t.environment = i.environment and t.kind = i.kind and t.value = i.value
    group by c.id
  )
  update table_row r set touches = s.touches, last_touch_at = s.at, last_touch_channel = s.channel
  from sends s where r.id = s.id and (r.touches, r.last_touch_at, r.last_touch_channel) is distinct from (s.touches, s.at, s.channel)`

const RECOUNT_ROWS: Statement = {
  name: 'recount_touches_of_rows',
  effect: 'within',
  text: recountTouchesSql('select unnest($1::bigint[])'),
}

/** After rows have gained or lost identities. */
export async function recountTouchesOfRows(tx: Queries, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await tx.query(RECOUNT_ROWS, [ids.map(String)])
}

const RECOUNT_RECIPIENTS: Statement = {
  name: 'recount_touches_of_recipients',
  effect: 'within',
  text: recountTouchesSql(`select i.row_id from unnest($3::text[], $4::text[]) as n (kind, value)
    join row_identity i on i.workspace_id = $1 and i.environment = $2 and i.kind = n.kind and i.value = n.value`),
}

export interface Reached {
  readonly workspaceId: string
  readonly environment: Environment
  readonly recipients: readonly Recipient[]
}

/** After a send was written down: every row of the workspace's environment that carries one of those whom it reached. */
export async function recountTouchesOfRecipients(tx: Queries, { workspaceId, environment, recipients }: Reached): Promise<void> {
  if (recipients.length === 0) return
  await tx.query(RECOUNT_RECIPIENTS, [workspaceId, environment, recipients.map(({ kind }) => kind), recipients.map(({ value }) => value)])
}
