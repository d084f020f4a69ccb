import type { JsonObject } from '../json/json.ts'
import { readRow, type RowIdentity, type RowReading } from './identities.ts'
import type { KeyMode } from '../tables/keys.ts'
import { keptData, mergeData } from './merge.ts'
import { refusalOfNobody, RowNotes } from './refusals.ts'
import { readRowParts, type RowParts } from './fields.ts'
import { type HeldRow, isChanged, nextState, type NextState, type RowState } from './state.ts'
import { type Slot, Slots } from './slots.ts'

/** `replace` swaps the whole data, and with it the row's earlier names. */
export type WriteMode = 'merge' | 'replace'

export interface RowsToPlan {
  readonly keyMode: KeyMode
  /** Every row of the table that a merging identity of the rows sent names. */
  readonly held: readonly HeldRow[]
  /** As they were sent. */
  readonly rows: readonly JsonObject[]
  readonly mode: WriteMode
  /** Of rows that this call creates and that bring none of their own. */
  readonly status: string | null
  readonly now: Date
}

/** Of the rows sent, one that names different rows of the table; nothing is written for it. */
export interface RowConflict {
  readonly index: number
  /** Of the rows that it names. */
  readonly keys: readonly string[]
  readonly reason: string
}

export interface RowRefusal {
  readonly index: number
  readonly reason: string
}

/** A row of the table and what the call does to it. */
export interface PlannedRow {
  /** Which of the rows sent were about it. */
  readonly indexes: readonly number[]
  readonly outcome: 'inserted' | 'updated' | 'unchanged'
  /** null when it is new. */
  readonly held: HeldRow | null
  readonly state: RowState
}

export interface RowsPlan {
  readonly rows: readonly PlannedRow[]
  readonly conflicts: readonly RowConflict[]
  readonly refused: readonly RowRefusal[]
  readonly hints: readonly string[]
}

type Verdict =
  | { readonly kind: 'accepted'; readonly slot: Slot }
  | { readonly kind: 'conflict'; readonly with: readonly Slot[] }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * Decides what a call writes (Spec 4.7), row by row in the order sent; a later row meets what an earlier one has made. It yields after each
 * row: some hundred full rows take longer than others should wait.
 */
export function* planningRows(asked: RowsToPlan): Generator<void, RowsPlan> {
  const slots = yield* Slots.holding(asked.held)
  const accepted = new Map<Slot, number[]>()
  const conflicts: RowConflict[] = []
  const refused: RowRefusal[] = []
  const notes = new RowNotes()
  for (const [index, row] of asked.rows.entries()) {
    const verdict = place(row, asked, { slots, notes })
    if (verdict.kind === 'accepted') noteIndex(accepted, verdict.slot, index)
    else if (verdict.kind === 'refused') refused.push({ index, reason: verdict.reason })
    else conflicts.push({ index, ...conflictOf(verdict.with) })
    yield
  }
  const merged = asked.rows.length - conflicts.length - refused.length - accepted.size
  const rows: PlannedRow[] = []
  for (const [slot, indexes] of accepted) {
    rows.push(planned(slot, indexes))
    yield
  }
  return { rows, conflicts, refused, hints: notes.hints(merged) }
}

/** A file may name one person fifty thousand times: nothing is copied for each. */
function noteIndex(accepted: Map<Slot, number[]>, slot: Slot, index: number): void {
  const known = accepted.get(slot)
  if (known === undefined) accepted.set(slot, [index])
  else known.push(index)
}

function place(row: JsonObject, asked: RowsToPlan, { slots, notes }: { slots: Slots; notes: RowNotes }): Verdict {
  const parts = readRowParts(row, asked.now)
  if (parts.kind === 'refused') return parts
  const data = keptData(parts.value.data)
  const reading = readRow(data, asked.keyMode)
  if (reading.key === null) return { kind: 'refused', reason: refusalOfNobody(data, asked.keyMode, reading.unread) }
  const named = slots.namedBy(reading.identities)
  if (named.length > 1) return { kind: 'conflict', with: named }
  const [slot] = named
  const next = written({ data, reading, parts: parts.value, slot }, asked)
  if (next.kind === 'refused') return next
  // Held and new values together can name somebody whom neither named alone, as a handle and a platform do.
  const others = slots.namedBy(next.state.identities).filter((other) => other !== slot)
  if (others.length > 0) return { kind: 'conflict', with: slot === undefined ? others : [slot, ...others] }
  notes.add(parts.value.ignored, reading.unread)
  if (slot !== undefined && isSomebodyNew(slot.state.identities, reading.identities)) notes.addRenamed()
  return { kind: 'accepted', slot: slots.settle(slot, next.state) }
}

/** A row that was found by one identity brings another of a kind that the row has: a new address of a person, or another person. */
const isSomebodyNew = (held: readonly RowIdentity[], brought: readonly RowIdentity[]): boolean => (['email', 'linkedin'] as const).some((kind) => {
  const known = held.filter((name) => name.kind === kind && name.merges)
  const named = brought.filter((name) => name.kind === kind && name.merges)
  return known.length > 0 && named.length > 0 && !named.some(({ value }) => known.some((one) => one.value === value))
})

interface Incoming {
  readonly data: JsonObject
  readonly reading: RowReading
  readonly parts: RowParts
  /** The row that it names; undefined makes one. */
  readonly slot: Slot | undefined
}

/** What stands beside the data is only changed by what was given, and only `replace` takes an empty one for a value. */
function written({ data, reading, parts, slot }: Incoming, { mode, keyMode, status }: RowsToPlan): NextState {
  if (slot === undefined) {
    return nextState({ data, reading, earlier: [], key: null, status: parts.status ?? status, nextAt: parts.nextAt ?? null })
  }
  const { state } = slot
  if (mode === 'replace') {
    return nextState({
      data, reading, earlier: [], key: null,
      status: parts.status === undefined ? state.status : parts.status, nextAt: parts.nextAt === undefined ? state.nextAt : parts.nextAt,
    })
  }
  const merged = mergeData(state.data, data)
  return nextState({
    data: merged, reading: readRow(merged, keyMode), earlier: state.identities, key: state.key,
    status: parts.status ?? state.status, nextAt: parts.nextAt ?? state.nextAt,
  })
}

function planned({ held, state }: Slot, indexes: readonly number[]): PlannedRow {
  const outcome = held === null ? 'inserted' : isChanged(held, state) ? 'updated' : 'unchanged'
  return { indexes, outcome, held, state }
}

/** A conflict as it is told: which rows, by their keys. */
export function conflictOf(rows: readonly Slot[]): { keys: string[]; reason: string } {
  const keys = rows.map(({ state }) => state.key)
  return { keys, reason: `its identities name ${keys.length} different rows` }
}
