import type { JsonObject } from '../json/json.ts'
import { accept, type AcceptedRows } from './accepted.ts'
import { withCleanLinks, withoutEmptied } from './contact-fields.ts'
import { readRow, type RowReading } from './identities.ts'
import { conflictWords, takenWords } from './conflict-words.ts'
import type { KeyMode } from '../tables/keys.ts'
import { keptData, mergeData } from './merge.ts'
import { RowNotes } from './notes.ts'
import { refusalWithoutKey } from './refusals.ts'
import { CALL, type RowSource } from './row-source.ts'
import { displacedFrom, withoutDisplacing } from './displaced.ts'
import { readRowParts, type RowParts } from './fields.ts'
import { mergeOf, type RowMerge } from './row-merge.ts'
import { mayBeShared } from './same-person.ts'
import { type HeldRow, isChanged, nextState, type NextState, numbering, type RowState } from './state.ts'
import { type RowSlot, Slots } from './row-slots.ts'
import { judgeRow, settled } from './whose-row.ts'

/** `replace` replaces the entire data, and with it the row's earlier identities. */
export type WriteMode = 'merge' | 'replace'

export interface RowsToPlan {
  readonly keyMode: KeyMode
  /**
   * Every row of the table that a merging identity of the sent rows names; in an `auto` table also rows with what
   * people may share.
   */
  readonly held: readonly HeldRow[]
  /** The rows as they were sent. */
  readonly rows: readonly JsonObject[]
  /** Where they come from, if they are no rows of a call. */
  readonly source?: RowSource
  readonly mode: WriteMode
  /** The status of rows that this call creates and that bring none themselves. */
  readonly status: string | null
  readonly now: Date
}

/** A sent row that names different rows of the table; nothing is written for it. */
export interface RowConflict {
  readonly index: number
  /** The keys of the rows that it names. */
  readonly keys: readonly string[]
  readonly reason: string
}

export interface RowRefusal {
  readonly index: number
  readonly reason: string
}

/** A row of the table and the effect of the call on it. */
export interface PlannedRow {
  /** The indexes of the sent rows that were about it. */
  readonly indexes: readonly number[]
  readonly outcome: 'inserted' | 'updated' | 'unchanged'
  /** null for a new row. */
  readonly held: HeldRow | null
  readonly state: RowState
  /** Sent rows that went into it though they may be about another person, in the order sent. */
  readonly merges: readonly RowMerge[]
}

export interface RowsPlan {
  readonly rows: readonly PlannedRow[]
  readonly conflicts: readonly RowConflict[]
  readonly refused: readonly RowRefusal[]
  readonly hints: readonly string[]
}

type Verdict =
  | { readonly kind: 'accepted'; readonly slot: RowSlot; readonly merge: RowMerge | null }
  | { readonly kind: 'conflict'; readonly with: readonly RowSlot[]; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * Decides what a call writes (Spec 4.7), row by row in the order sent; a later row sees the result of an earlier one.
 * It yields after each row: some hundred full rows take too long to keep other work waiting.
 */
export function* planningRows(request: RowsToPlan): Generator<void, RowsPlan> {
  const slots = yield* Slots.holding(request.held)
  const accepted = new Map<RowSlot, AcceptedRows>()
  const conflicts: RowConflict[] = []
  const refused: RowRefusal[] = []
  const { source = CALL, mode } = request
  const notes = new RowNotes({ source, mode })
  const sentAt = (slot: RowSlot): number | null => accepted.get(slot)?.indexes[0] ?? null
  for (const [index, row] of request.rows.entries()) {
    const verdict = place(row, request, { index, slots, notes, source, sentAt })
    if (verdict.kind === 'accepted') {
      const first = accept(accepted, { ...verdict, index })
      if (first !== index) notes.addRepeated(index, first, verdict.slot.state.key)
    } else if (verdict.kind === 'refused') refused.push({ index, reason: verdict.reason })
    else conflicts.push({ index, keys: keysOf(verdict.with), reason: verdict.reason })
    yield
  }
  const rows: PlannedRow[] = []
  for (const [slot, sent] of accepted) {
    rows.push(planned(slot, sent))
    yield
  }
  return { rows, conflicts, refused, hints: notes.hints() }
}

interface Placing {
  readonly index: number
  readonly slots: Slots
  readonly notes: RowNotes
  readonly source: RowSource
  /** The first of the sent rows that were about a row of the table; null: none so far. */
  sentAt(slot: RowSlot): number | null
}

function place(row: JsonObject, request: RowsToPlan, { index, slots, notes, source, sentAt }: Placing): Verdict {
  const parts = readRowParts(row, request.now)
  if (parts.kind === 'refused') return parts
  const { data, emptied } = withoutEmptied(keptData(parts.value.data))
  const reading = readRow(data, request.keyMode)
  const { identities, unread } = reading
  if (reading.key === null)
    return { kind: 'refused', reason: refusalWithoutKey(data, { mode: request.keyMode, unread, emptied, source }) }
  const judged = judgeRow({ data, reading }, request.keyMode, slots)
  if (judged.kind === 'conflict') {
    const rows = judged.rows.map((slot) => ({ state: slot.state, sentAt: slot.held === null ? sentAt(slot) : null }))
    return { kind: 'conflict', with: judged.rows, reason: conflictWords(judged.clash, { identities, rows, source }) }
  }
  const slot = judged.kind === 'same' ? judged.row : undefined
  const next = written({ data, reading, parts: parts.value, slot }, request)
  if (next.kind === 'refused') return next
  const state = settled(next.state, slot, { slots, keyMode: request.keyMode })
  // Held and new values together can name a row that neither named alone, as a handle and a platform do.
  const others = slots.ownersOf((state ?? next.state).identities).filter((other) => other !== slot)
  if (state === null || others.length > 0) {
    const reason = takenWords((state ?? next.state).identities, others)
    return { kind: 'conflict', with: slot === undefined ? others : [slot, ...others], reason }
  }
  notes.addData(index, { ignored: parts.value.ignored, emptied, unread, data })
  if (judged.kind === 'same') {
    notes.addFound(index, { held: judged.row.state.identities, brought: identities, by: judged.join.identity })
    if (judged.row.held === null) notes.addDisplaced(index, displacedFrom(judged.row.state.data, state.data))
  }
  const merge =
    judged.kind === 'same'
      ? mergeOf({
          index,
          data,
          isReplaced: request.mode === 'replace',
          join: judged.join,
          isOfCall: judged.row.held === null,
          before: judged.row.state,
          after: state,
        })
      : null
  return { kind: 'accepted', slot: slots.settle(slot, state), merge }
}

interface Incoming {
  readonly data: JsonObject
  readonly reading: RowReading
  readonly parts: RowParts
  /** The row that the data names; undefined creates one. */
  readonly slot: RowSlot | undefined
}

/** Members outside of the data change only if they were given, and only `replace` treats an empty one as a value. */
function written({ data: sent, reading, parts, slot }: Incoming, { mode, keyMode, status }: RowsToPlan): NextState {
  const data = withCleanLinks(sent, mode === 'replace' ? {} : slot?.state.data)
  if (slot === undefined) {
    return nextState({
      data,
      reading,
      earlier: [],
      key: null,
      status: parts.status ?? status,
      nextAt: parts.nextAt ?? null,
    })
  }
  const { state } = slot
  if (mode === 'replace') {
    return nextState({
      data,
      reading,
      earlier: keyMode === 'auto' && reading.identities.every(mayBeShared) ? numbering(state) : [],
      key: null,
      status: parts.status === undefined ? state.status : parts.status,
      nextAt: parts.nextAt === undefined ? state.nextAt : parts.nextAt,
    })
  }
  const merged = mergeData(state.data, withoutDisplacing(data, state.data))
  return nextState({
    data: merged,
    reading: readRow(merged, keyMode),
    earlier: state.identities,
    key: state.key,
    status: parts.status ?? state.status,
    nextAt: parts.nextAt ?? state.nextAt,
  })
}

function planned({ held, state }: RowSlot, { indexes, merges }: AcceptedRows): PlannedRow {
  const outcome = held === null ? 'inserted' : isChanged(held, state) ? 'updated' : 'unchanged'
  return { indexes, outcome, held, state, merges }
}

/** The rows of a conflict as the API shows them. */
export const keysOf = (rows: readonly RowSlot[]): string[] => rows.map(({ state }) => state.key)
