import type { Send } from '../../domain/outbound/recipients.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { EnrichmentSubject } from '../../domain/tables/enrichment.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { savedAnswers, type SavedResult } from '../tables/saved-answer.ts'

/** What distinguishes the rows of one job from each other, as far as the database knows something of it. */
export interface RowToKnow {
  readonly enrichment: readonly EnrichmentSubject[] | null
  readonly send: Send | null
}

export interface KnownRow {
  /** The saved results that may serve it. */
  readonly saved: readonly SavedResult[]
  readonly isSuppressed: boolean
}

interface Scope {
  readonly workspaceId: string
  readonly environment: Environment
  readonly capability: string
  readonly routing: RoutingRequest
}

type ScopeValues = { workspaceId: string; environment: string }

export const READ_SAVED = statement<
  ScopeValues & { capability: string; routing: string; enrichments: readonly string[] },
  { ord: number; saved: readonly SavedResult[] }
>({
  name: 'read_saved_of_many',
  effect: false,
  text: `select r.ord, r.saved from (
      select r.ord::integer as ord, ${savedAnswers('r', 'w')} as saved
      from (select i.ord, :workspaceId::text as workspace_id, :environment::text as environment,
        :capability::text as capability, i.enrichment::jsonb as enrichment, :routing::jsonb as routing,
        'created' as status
      from unnest(:enrichments::text[]) with ordinality i (enrichment, ord)) r
      join workspace w on w.id = r.workspace_id
    ) r where r.saved is not null`,
})

const STORED_NAMES = 'any (stored_names_v1(:workspaceId, i.kind, i.value))'

/** A person's own request, or any suppression of the recipient or of the domain of its address or one above. */
export const READ_SUPPRESSED_MANY = statement<
  ScopeValues & { kinds: readonly string[]; values: readonly string[]; ords: readonly number[] },
  { ord: number }
>({
  name: 'read_suppressed_of_many',
  effect: false,
  text: `select distinct i.ord from unnest(:kinds::text[], :values::text[], :ords::integer[]) i (kind, value, ord)
    cross join (select tables_enabled_at is not null as tables_on from workspace where id = :workspaceId) w
    where exists (
      select from suppression s
      where (w.tables_on or s.reason = 'unsubscribe') and s.workspace_id = :workspaceId
        and s.environment = :environment and ((s.kind = i.kind and s.value = ${STORED_NAMES})
          or (s.kind = 'email' and i.kind = 'email' and mailbox_of(s.value) = mailbox_of(i.value))
          or (i.kind = 'email' and s.kind = 'domain' and s.value = any (host_labels_v1(i.kind, i.value))))
    )`,
})

/** Rows of one statement. */
const ROWS_AT_ONCE = 500

/**
 * The saved answers of the rows, and which have a suppressed recipient, as far as their own addresses show it. The
 * answers have the order of the rows. Each run judges both again when it begins.
 */
export async function readKnownRows(
  queries: Queries,
  { workspaceId, environment, capability, routing }: Scope,
  rows: readonly RowToKnow[],
): Promise<KnownRow[]> {
  const scope = { workspaceId, environment }
  const saved = new Map<number, readonly SavedResult[]>()
  const suppressed = new Set<number>()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    if (some.some(({ enrichment }) => enrichment !== null)) {
      const found = await queries.query(READ_SAVED, {
        ...scope,
        capability,
        routing: JSON.stringify(routing),
        enrichments: some.map(({ enrichment }) => JSON.stringify(enrichment ?? [])),
      })
      for (const one of found) saved.set(from + one.ord - 1, one.saved)
    }
    const named = some.flatMap(({ send }, index) =>
      (send?.recipients ?? []).map(({ kind, value }) => ({ kind, value, ord: from + index })),
    )
    if (named.length === 0) continue
    const found = await queries.query(READ_SUPPRESSED_MANY, {
      ...scope,
      kinds: named.map(({ kind }) => kind),
      values: named.map(({ value }) => value),
      ords: named.map(({ ord }) => ord),
    })
    for (const { ord } of found) suppressed.add(ord)
  }
  return rows.map((_, index) => ({ saved: saved.get(index) ?? [], isSuppressed: suppressed.has(index) }))
}
