import { LIST_ENTRIES_MAX, type ListHash, type ListKind, PARTS_MAX } from '../../domain/do-not-process/lists.ts'
import { type QuotaReached, quotaReached } from '../../domain/plans/quotas.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'
import type { BeforeCommit, Database, Queries, Transaction } from '../../db/database.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import type { DigestBlocks } from '../../db/outreach/do-not-process/digests.ts'
import {
  COUNT_LISTS,
  DELETE_LIST,
  DELETE_PARTS,
  findList,
  INSERT_LIST,
  INSERT_PART_OF_UPLOAD,
  LOCK_LIST,
  type LockedList,
  READ_PARTS_OF_UPLOAD,
  type StoredList,
  SWITCH_LIST,
} from '../../db/outreach/do-not-process/lists.ts'
import { INSERT_SWEEP, SUPERSEDE_SWEEPS } from '../../db/outreach/do-not-process/sweeps.ts'

export const CREATE_LIST: Transaction = { name: 'create_do_not_process_list', effect: true }

export interface NewList extends StreamOwner {
  readonly id: string
  readonly name: string
  readonly kind: ListKind
  readonly hash: ListHash
}

/** Makes a list without entries: it applies once an upload is complete. */
export const createList = (
  db: Database,
  { id, workspaceId, environment, name, kind, hash }: NewList,
  beforeCommit: BeforeCommit<StoredList>,
): Promise<StoredList | QuotaReached> =>
  db.transaction(CREATE_LIST, async (tx) => {
    const quotaClass = await lockForQuota(tx, workspaceId)
    const [counted] = await tx.query(COUNT_LISTS, { workspaceId })
    const used = { do_not_process_lists: counted?.lists ?? 0 }
    const refusal = quotaReached(quotaClass, { used, added: { do_not_process_lists: 1 } })
    if (refusal !== null) return refusal
    await tx.query(INSERT_LIST, { id, workspaceId, environment, name, kind, hash })
    const made = await stored(tx, { workspaceId, environment }, id)
    await beforeCommit(tx, made)
    return made
  })

async function stored(tx: Queries, owner: StreamOwner, id: string): Promise<StoredList> {
  const list = await findList(tx, owner, id)
  if (list === null) throw new Error('the list is locked or was just inserted')
  return list
}

export const STORE_LIST_PART: Transaction = { name: 'store_do_not_process_part', effect: true }

/** One part of an upload, read. */
export interface ListPart {
  readonly id: string
  readonly part: number
  /** The upload is complete with this part. */
  readonly last: boolean
  /** The SHA-256 of the body. */
  readonly body: Buffer
  /** The id of the sweep that begins if the list switches. */
  readonly sweepId: string
  readonly blocks: DigestBlocks
}

export type StoredPart =
  | { readonly kind: 'stored'; readonly list: StoredList }
  | { readonly kind: 'missing' }
  /** The parts before it have not come. */
  | { readonly kind: 'out of order'; readonly parts: number }
  /** The list would have this many entries. */
  | { readonly kind: 'too many'; readonly entries: number }

/**
 * Stores one part: the first begins an upload and discards one that is not complete, a part that is there already is
 * replaced, and the last lets the list switch to what all parts have, in the same transaction. The part that completed
 * the upload that applies changes nothing when it is repeated.
 */
export const storePart = (db: Database, owner: StreamOwner, given: ListPart): Promise<StoredPart> =>
  db.transaction(STORE_LIST_PART, async (tx) => {
    const { id, part, last, blocks } = given
    const { workspaceId, environment } = owner
    const [list] = await tx.query(LOCK_LIST, { id, workspaceId, environment })
    if (list === undefined) return { kind: 'missing' }
    const version = list.version + 1
    const parts = await tx.query(READ_PARTS_OF_UPLOAD, { id, version })
    if (isRepeated(list, given) && parts.length === 0) return { kind: 'stored', list: await stored(tx, owner, id) }
    const earlier = parts.filter((one) => one.part < part)
    if (earlier.length < part - 1) return { kind: 'out of order', parts: earlier.length }
    const replacesRest = last || part === 1
    const kept = replacesRest ? earlier : parts.filter((one) => one.part !== part)
    const entries = kept.reduce((sum, one) => sum + one.entries, blocks.entries)
    if (entries > LIST_ENTRIES_MAX) return { kind: 'too many', entries }
    await tx.query(DELETE_PARTS, { id, version, from: part, to: replacesRest ? PARTS_MAX : part })
    await tx.query(INSERT_PART_OF_UPLOAD, { id, version, part, ...blocks })
    if (last) {
      await tx.query(SWITCH_LIST, { id, version, entries, part, body: given.body })
      await tx.query(SUPERSEDE_SWEEPS, { listId: id })
      await tx.query(INSERT_SWEEP, { id: given.sweepId, listId: id })
    }
    return { kind: 'stored', list: await stored(tx, owner, id) }
  })

const isRepeated = ({ lastPart, lastBody }: LockedList, { part, last, body }: ListPart): boolean =>
  last && lastPart === part && lastBody?.equals(body) === true

export const DELETE_LIST_WITH_ENTRIES: Transaction = { name: 'delete_do_not_process', effect: true }

/** Deletes a list with its entries; its receipts stay. Returns it as it was; null: there is none. */
export const deleteList = (db: Database, owner: StreamOwner, id: string): Promise<StoredList | null> =>
  db.transaction(DELETE_LIST_WITH_ENTRIES, async (tx) => {
    const { workspaceId, environment } = owner
    const [locked] = await tx.query(LOCK_LIST, { id, workspaceId, environment })
    if (locked === undefined) return null
    const list = await stored(tx, owner, id)
    await tx.query(DELETE_LIST, { id })
    await tx.query(SUPERSEDE_SWEEPS, { listId: id })
    return list
  })
