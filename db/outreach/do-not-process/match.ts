import type { ListedKey } from '../../../domain/do-not-process/lists.ts'
import type { Queries } from '../../database.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'
import { blockOf, digestOf } from './digests.ts'

/** SQL: a list of the workspace `r` applies. */
export const hasListsSql = (r: string): string => `exists (select from do_not_process_list l
        where l.workspace_id = ${r}.workspace_id and l.environment = ${r}.environment and l.version > 0
          and l.deleted_at is null)`

export interface MatchedKey {
  /** Its place among the keys, from 1. */
  readonly ord: number
  readonly listId: string
}

/** A digest is looked for in one block of each part. It begins anywhere there: one between two others is no chance. */
export const MATCH_KEYS = statement<
  {
    workspaceId: string
    environment: string
    kinds: readonly string[]
    numbers: readonly number[]
    digests: readonly Buffer[]
  },
  MatchedKey
>({
  name: 'match_do_not_process',
  effect: false,
  text: `select k.ord::integer as ord, l.id as "listId"
    from unnest(:kinds::text[], :numbers::smallint[], :digests::bytea[]) with ordinality k (kind, number, digest, ord)
    join do_not_process_list l on l.workspace_id = :workspaceId and l.environment = :environment and l.kind = k.kind
      and l.version > 0 and l.deleted_at is null
    join do_not_process_block b on b.list_id = l.id and b.version = l.version
      and b.number = k.number
    where position(k.digest in b.digests) > 0`,
})

/** Keys of one statement: some milliseconds, and a megabyte of parameters at most. */
const KEYS_AT_ONCE = 5_000

/** Which of the keys a list of the workspace covers, by their places from 0, with the list. */
export async function matchKeys(
  db: Queries,
  { workspaceId, environment }: StreamOwner,
  keys: readonly ListedKey[],
): Promise<Map<number, string>> {
  const matched = new Map<number, string>()
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE)
    const digests = some.map(({ value }) => digestOf(value))
    const found = await db.query(MATCH_KEYS, {
      workspaceId,
      environment,
      kinds: some.map(({ kind }) => kind),
      numbers: digests.map((digest) => blockOf(digest)),
      digests,
    })
    for (const { ord, listId } of found) matched.set(from + ord - 1, listId)
  }
  return matched
}
