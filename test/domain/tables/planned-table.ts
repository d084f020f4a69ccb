import type { JsonObject } from '../../../domain/providers/manifest.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import { planRows, type RowsPlan, type RowsToPlan } from '../../../domain/tables/plan.ts'
import type { HeldRow } from '../../../domain/tables/row-state.ts'

export interface PlannedTable {
  write(rows: readonly JsonObject[], more?: Partial<RowsToPlan>): RowsPlan
  rows(): HeldRow[]
}

/** A table in memory that does what its plans say. */
export function plannedTable(keyMode: KeyMode): PlannedTable {
  const held = new Map<bigint, HeldRow>()
  return {
    write(rows, more = {}) {
      const plan = planRows({ keyMode, held: [...held.values()], rows, mode: 'merge', status: null, now: new Date('2026-11-21T12:00:00.000Z'), ...more })
      for (const { held: before, state } of plan.rows) {
        const id = before?.id ?? BigInt(held.size + 1)
        held.set(id, { ...state, id })
      }
      return plan
    },
    rows: () => [...held.values()],
  }
}
