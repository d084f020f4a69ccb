/**
 * A statement sent as one prepared round trip. The hot path of a run consists of a few fused statements that lock,
 * decide, write and answer at once. An ORM's unit of work would need five round trips for each of them, and a second
 * way to the database for the others: every read and write is a statement.
 */
export interface Statement<Values = never, Row = object> extends StatementKind {
  /** As PostgreSQL reads it, with `$1`, `$2`, … */
  readonly text: string
  /** Planned for its values each time: for statements whose best index depends on them. */
  readonly plannedEachTime?: true | undefined
  /** The names of the values in the order of their positions; null where the text was generated with positions. */
  readonly names: readonly string[] | null
  /** The values in the order of their positions in the text. */
  readonly bind: (values: Values) => unknown[]
  /** Columns that are never null although PostgreSQL cannot show it, by the reason; the checks of the types read it. */
  readonly neverNull?: Readonly<Record<string, readonly string[]>>
  /** Never set: it carries the type of the rows. */
  readonly [ROWS]?: readonly Row[]
}

interface StatementKind {
  /** Unique in the service: PostgreSQL plans the statement once per connection under this name. */
  readonly name: string
  /**
   * True when it changes something: crash tests kill a worker before and after every such statement. A statement that
   * changes something only as part of a transaction states `within`: the transaction is the effect.
   */
  readonly effect: boolean | 'within'
}

declare const ROWS: unique symbol

interface NamedText<Row> extends StatementKind {
  /** SQL in which `:workspaceId` is replaced by the value of that name, as often as needed. */
  readonly text: string
  readonly plannedEachTime?: true
  readonly neverNull?: Readonly<Record<string, readonly (keyof Row & string)[]>>
}

/** Columns of an outer join: nulls where it has found no row. */
export type OuterJoined<Row> = Row | { readonly [Name in keyof Row]: null }

type NamedValues = Readonly<Record<string, unknown>>

/** The values of a statement that has none. */
export type NoValues = Readonly<Record<string, never>>

/**
 * Declares a statement with the types of its values and of its rows. The names in its text become positions here, once.
 *
 * @example
 *   const READ_STATUS = statement<{ runId: string }, { status: RunStatus }>({
 *     name: 'read_run_status',
 *     effect: false,
 *     text: `select status from run where id = :runId`,
 *   })
 *   const [run] = await db.query(READ_STATUS, { runId })
 */
export function statement<Values extends NamedValues = NoValues, Row extends object = object>({
  text,
  ...kind
}: NamedText<Row>): Statement<Values, Row> {
  const names = new Map<string, string>()
  const positional = text.replaceAll(NAME_OR_OTHER, (found, name: string | undefined) => {
    if (name === undefined) return found
    const position = names.get(name) ?? `$${names.size + 1}`
    names.set(name, position)
    return position
  })
  const inOrder = [...names.keys()]
  return { ...kind, text: positional, names: inOrder, bind: (values) => bound(kind.name, inOrder, values) }
}

/**
 * A value that the planner does not see: SQL for SQL. Where a null removes a large part of a statement, PostgreSQL
 * finds a plan for that call alone cheaper, and plans every such call, which takes ten times as long as to execute it.
 */
export const opaqueToPlanner = (value: string): string => `(select ${value})`

export type ArraysOf<Row extends NamedValues> = { readonly [Name in keyof Row]: readonly Row[Name][] }

/**
 * Rows as the arguments of a function of the database, one array for each member. `parameters`: the function's name and
 * the SQL type of each, as in `run_ids text`.
 */
export function rowsAsArguments<Row extends NamedValues>(
  parameters: Readonly<Record<keyof Row & string, string>>,
): { readonly sql: string; readonly bind: (rows: readonly Row[]) => ArraysOf<Row> } {
  const names = Object.keys(parameters) as (keyof Row & string)[]
  const argument = (name: keyof Row & string): string => {
    const [parameter, ...type] = parameters[name].split(' ')
    return `${parameter} => :${name}::${type.join(' ')}[]`
  }
  return {
    sql: names.map(argument).join(', '),
    bind: (rows) =>
      Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as unknown as ArraysOf<Row>,
  }
}

/** A statement whose text is generated with its positions, as the filters of row queries are. */
export const generatedStatement = <Row extends object>(
  generated: Omit<Statement, 'bind' | 'names' | typeof ROWS>,
): Statement<readonly unknown[], Row> => ({ ...generated, names: null, bind: (values) => [...values] })

/** Strings, quoted names, comments and casts are skipped; a colon after a word is the slice of an array. */
const NAME_OR_OTHER = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|::|(?<![\w\]]):([a-z]\w*)/gi

function bound(statementName: string, names: readonly string[], values: NamedValues): unknown[] {
  if (Object.keys(values).length !== names.length)
    throw new Error(`${statementName} takes ${names.join(', ')}, not ${Object.keys(values).join(', ')}`)
  return names.map((name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${statementName} lacks ${name}`)
    return value
  })
}
