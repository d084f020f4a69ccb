import type { ListHash, ListKind } from '../../../domain/do-not-process/lists.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A list of people or companies that are not processed. */
export interface StoredList extends StreamOwner {
  readonly id: string
  readonly name: string
  readonly kind: ListKind
  readonly hash: ListHash
  /** Of the upload that applies; 0: none has been complete. */
  readonly version: number
  readonly entries: number
  readonly switchedAt: Date | null
  readonly createdAt: Date
  /** Parts of the upload under way, and their entries. */
  readonly parts: number
  readonly partEntries: number
}

const COLUMNS = `l.id, l.workspace_id as "workspaceId", l.environment, l.name, l.kind, l.hash, l.version, l.entries,
  l.switched_at as "switchedAt", l.created_at as "createdAt", u.parts, u."partEntries"`
const WITH_UPLOAD = `cross join lateral (
      select count(*)::integer as parts, coalesce(sum(p.entries), 0)::integer as "partEntries"
      from do_not_process_part p where p.list_id = l.id and p.version = l.version + 1
    ) u`
const OWNED = 'l.workspace_id = :workspaceId and l.environment = :environment and l.deleted_at is null'

type OwnerValues = { workspaceId: string; environment: string }

export const INSERT_LIST = statement<OwnerValues & Pick<StoredList, 'id' | 'name' | 'kind' | 'hash'>>({
  name: 'insert_do_not_process_list',
  effect: 'within',
  text: `insert into do_not_process_list (id, workspace_id, environment, name, kind, hash)
    values (:id, :workspaceId, :environment, :name, :kind, :hash)`,
})

export const COUNT_LISTS = statement<{ workspaceId: string }, { lists: number }>({
  name: 'count_do_not_process_lists',
  effect: false,
  text: `select count(*)::integer as lists from do_not_process_list
    where workspace_id = :workspaceId and deleted_at is null`,
})

export const FIND_LIST = statement<OwnerValues & { id: string }, StoredList>({
  name: 'find_do_not_process_list',
  effect: false,
  text: `select ${COLUMNS} from do_not_process_list l ${WITH_UPLOAD} where l.id = :id and ${OWNED}`,
})

/** null: the workspace has no such list in this environment. */
export async function findList(
  queries: Queries,
  { workspaceId, environment }: StreamOwner,
  id: string,
): Promise<StoredList | null> {
  const [list] = await queries.query(FIND_LIST, { workspaceId, environment, id })
  return list ?? null
}

export const READ_LISTS = statement<OwnerValues & { before: string | null; limit: number }, StoredList>({
  name: 'read_do_not_process_lists',
  effect: false,
  text: `select ${COLUMNS} from do_not_process_list l ${WITH_UPLOAD}
    where ${OWNED} and (:before::text is null or l.id < :before) order by l.id desc limit :limit`,
})

/** The newest first, from before the id `before` on. */
export const readLists = (
  queries: Queries,
  { workspaceId, environment }: StreamOwner,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<StoredList[]> => queries.query(READ_LISTS, { workspaceId, environment, before, limit })

export interface LockedList {
  readonly kind: ListKind
  readonly hash: ListHash
  readonly version: number
  readonly lastPart: number | null
  readonly lastBody: Buffer | null
}

export const LOCK_LIST = statement<OwnerValues & { id: string }, LockedList>({
  name: 'lock_do_not_process_list',
  effect: false,
  text: `select l.kind, l.hash, l.version, l.last_part as "lastPart", l.last_body as "lastBody"
    from do_not_process_list l where l.id = :id and ${OWNED} for update`,
})

export const READ_PARTS_OF_UPLOAD = statement<{ id: string; version: number }, { part: number; entries: number }>({
  name: 'read_do_not_process_parts',
  effect: false,
  text: 'select part, entries from do_not_process_part where list_id = :id and version = :version order by part',
})

/** Deletes parts of one upload with their entries: those from `from` to `to`. */
export const DELETE_PARTS = statement<{ id: string; version: number; from: number; to: number }>({
  name: 'delete_do_not_process_parts',
  effect: 'within',
  text: `with blocks as (
      delete from do_not_process_block where list_id = :id and version = :version
        and part between :from::integer and :to::integer
    )
    delete from do_not_process_part where list_id = :id and version = :version
      and part between :from::integer and :to::integer`,
})

export const INSERT_PART_OF_UPLOAD = statement<{
  id: string
  version: number
  part: number
  entries: number
  numbers: readonly number[]
  digests: readonly Buffer[]
}>({
  name: 'insert_do_not_process_part',
  effect: 'within',
  text: `with blocks as (
      insert into do_not_process_block (list_id, version, number, part, digests)
      select :id, :version, b.number, :part, b.digests
      from unnest(:numbers::integer[], :digests::bytea[]) b (number, digests)
    )
    insert into do_not_process_part (list_id, version, part, entries) values (:id, :version, :part, :entries)`,
})

/** The complete upload applies from the commit on; the entries of the earlier one go. */
export const SWITCH_LIST = statement<{ id: string; version: number; entries: number; part: number; body: Buffer }>({
  name: 'switch_do_not_process_list',
  effect: 'within',
  text: `with earlier as (
      delete from do_not_process_block where list_id = :id and version < :version
    ), parts as (
      delete from do_not_process_part where list_id = :id
    )
    update do_not_process_list set version = :version, entries = :entries, switched_at = clock_timestamp(),
      last_part = :part, last_body = :body where id = :id`,
})

export const DELETE_LIST = statement<{ id: string }>({
  name: 'delete_do_not_process_list',
  effect: 'within',
  text: `with blocks as (
      delete from do_not_process_block where list_id = :id
    ), parts as (
      delete from do_not_process_part where list_id = :id
    )
    update do_not_process_list set deleted_at = clock_timestamp(), entries = 0 where id = :id`,
})

export const PURGE_LIST_UPLOADS = statement<{ at: Date; limit: number }>({
  name: 'purge_do_not_process_uploads',
  effect: true,
  text: `with gone as materialized (
      select p.list_id, p.version from do_not_process_part p
      group by 1, 2 having max(p.created_at) <= :at::timestamptz limit :limit
    ), blocks as (
      delete from do_not_process_block b using gone g where b.list_id = g.list_id and b.version = g.version
    )
    delete from do_not_process_part p using gone g where p.list_id = g.list_id and p.version = g.version
    returning p.list_id`,
})

/** Deletes uploads whose last part has come before `at` and that are not complete; returns how many parts went. */
export const purgeListUploads = async (
  db: Database,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<number> => (await db.query(PURGE_LIST_UPLOADS, { at, limit })).length
