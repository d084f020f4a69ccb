import type { AlsoIn } from '../../../db/tables/rows/also-in.ts'
import type { TableWritten } from '../../../usecases/tables/write-rows.ts'
import type { RowsWritten } from '../../schemas/tables.ts'

type Written = Extract<TableWritten, { kind: 'written' }>

/** The result of a write (Spec 4.7), counted in rows of the table; the import answers it too. */
export function presentWritten(
  { table, created, rows, conflicts, refused, merged, hints }: Written,
  alsoIn: readonly AlsoIn[],
): RowsWritten {
  const keysOf = (outcome: Written['rows'][number]['outcome']): string[] =>
    rows.filter((row) => row.outcome === outcome).map(({ key }) => key)
  const [inserted, updated] = [keysOf('inserted'), keysOf('updated')]
  return {
    table: table.name,
    created,
    inserted: inserted.length,
    updated: updated.length,
    unchanged: keysOf('unchanged').length,
    conflicts: conflicts.map(({ index, keys, reason }) => ({ index, keys: [...keys], reason })),
    refused: refused.map(({ index, reason }) => ({ index, reason })),
    ...(merged.length === 0
      ? {}
      : { merged: merged.map(({ index, key, identity, reason }) => ({ index, key, identity, reason })) }),
    keys: { inserted, updated },
    also_in: alsoIn.map(({ table: name, count, byStatus, contacted }) => ({
      table: name,
      count,
      by_status: byStatus,
      contacted,
    })),
    hints: [...hints],
  }
}
