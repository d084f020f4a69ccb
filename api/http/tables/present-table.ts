import type { ListedTable } from '../../../db/tables/list-tables.ts'
import type { TableDetail as StoredDetail } from '../../../db/tables/rows/table-detail.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { columnsOf } from '../../../domain/tables/columns.ts'
import type { TableDetail, TableSummary } from '../../schemas/tables.ts'
import { presentRow } from '../rows/present.ts'

/** A table in the list (decisions, "tables list"). */
export const presentSummary = (table: ListedTable): TableSummary => ({
  name: table.name,
  title: table.title,
  description: table.description,
  key: table.keyMode,
  rows: table.rowCount,
  by_status: table.byStatus,
  created_at: table.createdAt.toISOString(),
  updated_at: table.updatedAt.toISOString(),
})

/** One table in full (decisions, "table detail"). */
export const presentTable = (table: TableState, detail: StoredDetail): TableDetail => ({
  ...presentSummary({ ...table, byStatus: detail.byStatus }),
  columns: columnsOf({ declared: table.columns, found: detail.fields, rows: table.rowCount, counted: detail.counted }),
  due: detail.due,
  latest: detail.latest.map(presentRow),
})
