import type { Context } from '../context.ts'
import { membersText } from './members.ts'
import type { TextColumn } from './table.ts'
import { listAt, textAt, timeAt } from './value.ts'

/** A text of an object: the path of a member (`billing.charged`), or made from the object. */
type TextOf = string | ((value: unknown, context: Context) => string)

/** A column of a list, with its text for each item. */
export interface ItemColumn extends TextColumn {
  readonly of: TextOf
}

const shown = (of: TextOf, value: unknown, context: Context): string =>
  typeof of === 'string' ? textAt(value, ...of.split('.')) : of(value, context)

/** The time at this path, to the second. */
export const time =
  (path: string) =>
  (value: unknown): string =>
    timeAt(value, ...path.split('.'))

export const itemsTable = (columns: readonly ItemColumn[], items: readonly unknown[], context: Context): string =>
  context.table(
    columns,
    items.map((item) => columns.map(({ of }) => shown(of, item, context))),
  )

/** The items of an answer, as a table. */
export const itemsOf =
  (columns: readonly ItemColumn[], list = 'items') =>
  (body: unknown, context: Context): string =>
    itemsTable(columns, listAt(body, list), context)

/** Members of an answer under their names, one a line; empty ones are left out. */
export const factsOf =
  (facts: readonly (readonly [name: string, of: TextOf])[]) =>
  (body: unknown, context: Context): string =>
    membersText(
      facts.map(([name, of]): [string, string] => [name, shown(of, body, context)]),
      context.style,
    )

/** Parts of a view with an empty line between them; empty ones are left out. */
export const partsOf =
  (...views: readonly ((body: unknown, context: Context) => string)[]) =>
  (body: unknown, context: Context): string =>
    views
      .map((view) => view(body, context))
      .filter((text) => text !== '')
      .join('\n')
