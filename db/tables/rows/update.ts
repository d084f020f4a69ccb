import { statement } from '../../statement.ts'
import { type CauseValues, writeChangesSql } from './row-changes.ts'

/** Writes data, status, time and changes of rows whose identities do not change. */
export const STORE_CHANGES = statement<CauseValues & { tableId: string; rows: string }>({
  name: 'store_row_changes',
  effect: 'within',
  text: `with changed as (
      update table_row r set data = g.data, status = g.status, next_at = g.next_at, updated_at = clock_timestamp(),
        changes = r.changes + (g.field_count > 0)::integer
      from jsonb_to_recordset(:rows::jsonb) as g (id bigint, data jsonb, status text, next_at timestamptz,
        fields text[], field_count integer)
      where r.table_id = :tableId and r.id = g.id
      returning r.id as row_id, r.changes as number, r.updated_at as at, g.fields, g.field_count
    ), changes as (
      select * from changed where field_count > 0
    ), ${writeChangesSql('changes')}
    select`,
})
