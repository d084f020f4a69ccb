import type { JsonObject } from '../../../domain/json/json.ts'
import { atOnce } from '../../../db/time-slices.ts'
import { type ChangedRow, planningChanges } from '../../../domain/rows/changes.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import { planningRows, type RowsPlan, type RowsToPlan } from '../../../domain/rows/plan.ts'
import type { HeldRow } from '../../../domain/rows/state.ts'

export const planRows = (request: RowsToPlan): RowsPlan => atOnce(planningRows(request))

export interface PlannedTable {
  write(rows: readonly JsonObject[], more?: Partial<RowsToPlan>): RowsPlan
  /** Sets fields of one row, where null removes a field; returns the outcome. */
  change(row: HeldRow, set: JsonObject): ChangedRow['kind'] | undefined
  rows(): HeldRow[]
}

/** A table in memory that executes its plans. */
export function plannedTable(keyMode: KeyMode): PlannedTable {
  const held = new Map<bigint, HeldRow>()
  return {
    write(rows, more = {}) {
      const plan = planRows({
        keyMode,
        held: [...held.values()],
        rows,
        mode: 'merge',
        status: null,
        now: new Date('2026-11-21T12:00:00.000Z'),
        ...more,
      })
      for (const { held: before, state } of plan.rows) {
        const id = before?.id ?? BigInt(held.size + 1)
        held.set(id, { ...state, id })
      }
      return plan
    },
    change(row, set) {
      const data = Object.fromEntries(Object.entries({ ...row.data, ...set }).filter(([, value]) => value !== null))
      const others = [...held.values()].filter(({ id }) => id !== row.id)
      const [changed] = atOnce(
        planningChanges({ keyMode, changes: [{ held: row, data, status: row.status, nextAt: row.nextAt }], others }),
      )
      if (changed?.kind === 'updated') held.set(row.id, { ...changed.state, id: row.id })
      return changed?.kind
    },
    rows: () => [...held.values()],
  }
}
