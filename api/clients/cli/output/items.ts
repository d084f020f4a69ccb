import type { Context } from '../context.ts'
import type { TextColumn } from './table.ts'
import { listAt } from './value.ts'

/** A column of a list, with its text for each item. */
export interface ItemColumn extends TextColumn {
  readonly of: (item: unknown, context: Context) => string
}

export const itemsTable = (columns: readonly ItemColumn[], items: readonly unknown[], context: Context): string =>
  context.table(
    columns,
    items.map((item) => columns.map(({ of }) => of(item, context))),
  )

/** The items of an answer, as a table. */
export const itemsOf =
  (columns: readonly ItemColumn[]) =>
  (body: unknown, context: Context): string =>
    itemsTable(columns, listAt(body, 'items'), context)
