import { statement } from '../../statement.ts'

export const FIND_RATE = statement<{ workspaceId: string; target: string }, { terms: string | null; rates: number }>({
  name: 'find_negotiated_rate',
  effect: false,
  text: `select (select terms from negotiated_rate where workspace_id = :workspaceId and target = :target) as terms,
    (select count(*)::integer from negotiated_rate where workspace_id = :workspaceId) as rates`,
})

export const UPSERT_RATE = statement<{ workspaceId: string; target: string; terms: string }>({
  name: 'upsert_negotiated_rate',
  effect: 'within',
  text: `insert into negotiated_rate (workspace_id, target, terms) values (:workspaceId, :target, :terms)
    on conflict (workspace_id, target) do update set terms = excluded.terms, agreed_at = clock_timestamp()`,
})

export const DELETE_RATE = statement<{ workspaceId: string; target: string }>({
  name: 'delete_negotiated_rate',
  effect: 'within',
  text: 'delete from negotiated_rate where workspace_id = :workspaceId and target = :target',
})
