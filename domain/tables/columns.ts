/** A field and the JSON type of its values; a field with several types has several entries. */
export interface FieldCount {
  readonly name: string
  readonly type: string
  readonly filled: number
}

export const COLUMN_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'mixed'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** A column as the API shows it (decisions, "table detail"). */
export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly filled: number
  /** From 0 to 1, four decimals. */
  readonly fill_rate: number
}

/** A table shows this many columns at most. */
export const COLUMNS_MAX = 200

export interface ColumnsToShow {
  /** The columns that the workspace has declared. */
  readonly declared: readonly { readonly name: string; readonly type: string }[]
  readonly found: readonly FieldCount[]
  /** How many rows there are, and in how many of them fields were counted. */
  readonly rows: number
  readonly counted: number
}

/**
 * The columns that the workspace has named, in its order and with its types, then the others by how many rows have
 * them.
 */
export function columnsOf({ declared, found, rows, counted }: ColumnsToShow): Column[] {
  const uses = new Map<string, { type: ColumnType; filled: number }>()
  for (const { name, type, filled } of found) {
    const known = uses.get(name)
    uses.set(name, { type: known === undefined ? columnType(type) : 'mixed', filled: (known?.filled ?? 0) + filled })
  }
  const names = new Map(declared.map(({ name, type }) => [name, columnType(type)]))
  const others = [...uses]
    .filter(([name]) => !names.has(name))
    .toSorted(([a, x], [b, y]) => y.filled - x.filled || (a < b ? -1 : 1))
  return [...names, ...others.map(([name, { type }]): [string, ColumnType] => [name, type])]
    .slice(0, COLUMNS_MAX)
    .map(([name, type]) => {
      const rate = counted === 0 ? 0 : Math.min(1, (uses.get(name)?.filled ?? 0) / counted)
      return { name, type, filled: Math.round(rate * rows), fill_rate: Math.round(rate * 10_000) / 10_000 }
    })
}

const columnType = (type: string): ColumnType => COLUMN_TYPES.find((known) => known === type) ?? 'mixed'
