import Type, { type Static } from 'typebox'
import { ANSWER_CLASSES } from '../../domain/replies/classes.ts'
import { DISPLAY_TITLE_PATTERN } from '../../domain/words/display-name.ts'
import { COLUMN_TYPES, COLUMNS_MAX } from '../../domain/tables/columns.ts'
import { CHANNELS } from '../../domain/outbound/channels.ts'
import { KEY_MODES, ROWS_PER_WRITE_MAX } from '../../domain/tables/limits.ts'
import { STATUS_LENGTH_MAX } from '../../domain/rows/fields.ts'
import { anyObject, closed, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

export const TABLE_NAME_PATTERN = '^[a-z0-9_-]{1,64}$'

export const TableName = Type.String({
  pattern: TABLE_NAME_PATTERN,
  description: 'Lower-case letters, digits, `_` and `-`, at most 64.',
  examples: ['leads'],
})

export const TableParams = closed({ name: TableName })

const KeyModeText = Type.String({
  minLength: 1,
  maxLength: 110,
  description: `What identifies a row: ${KEY_MODES.map((mode) => `\`${mode}\``).join(', ')} or \`field:<name>\`.`,
  examples: ['auto'],
})

const Title = nullable(
  Type.String({
    maxLength: 200,
    pattern: DISPLAY_TITLE_PATTERN,
    description: 'Without control characters and invisible characters.',
  }),
)
const Description = nullable(Type.String({ maxLength: 2_000 }))
/** `none` counts the rows without a status. */
const ByStatus = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: 'The number of rows by status; `none` for rows without a status.',
})

/** A row: its own data as members next to these (Spec 2.7; decisions, "row"). */
export const Row = named(
  'Row',
  Type.Object(
    {
      key: Type.String({ examples: ['ada@example.com'] }),
      status: nullable(Type.String()),
      next_at: nullable(Timestamp),
      touches: Type.Integer({ description: 'Messages that reached the person, under any identity.' }),
      last_touch_at: nullable(Timestamp),
      last_touch_channel: nullable(oneOf(CHANNELS)),
      last_reply_at: nullable(Timestamp, {
        description: 'The newest answer of the person; automatic ones do not count.',
      }),
      last_reply_class: nullable(oneOf(ANSWER_CLASSES)),
      row_created_at: Timestamp,
      row_updated_at: Timestamp,
    },
    { additionalProperties: true, description: 'The data fields of the row are siblings of these members.' },
  ),
)
export type Row = Static<typeof Row>

const ColumnUse = closed({
  name: Type.String(),
  type: oneOf(COLUMN_TYPES),
  filled: Type.Integer(),
  fill_rate: Type.Number({ description: 'From 0 to 1.' }),
})

const tableMembers = {
  name: TableName,
  title: nullable(Type.String()),
  description: nullable(Type.String()),
  key: KeyModeText,
  rows: Type.Integer(),
  by_status: ByStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
}

const TableSummary = named('TableSummary', closed(tableMembers))
export type TableSummary = Static<typeof TableSummary>

const Quota = closed({ used: Type.Integer(), limit: Type.Integer() })

export const TableList = named(
  'TableList',
  closed({
    items: Type.Array(TableSummary),
    quota: closed({ tables: Quota, rows: Quota }),
    next_cursor: NextCursor,
  }),
)

export const TableDetail = named(
  'Table',
  closed({
    ...tableMembers,
    columns: Type.Array(ColumnUse, {
      description: 'If the table has more than 25 MB of data, only the newest 10,000 rows are read.',
    }),
    due: Type.Integer({ description: 'Rows whose `next_at` has passed.' }),
    latest: Type.Array(Row, { description: 'The newest rows.' }),
  }),
)
export type TableDetail = Static<typeof TableDetail>

export const TableCreate = named(
  'TableCreate',
  closed({
    name: TableName,
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    key: Type.Optional(KeyModeText),
  }),
)

export const TableEdit = named(
  'TableEdit',
  closed(
    {
      name: Type.Optional(TableName),
      title: Type.Optional(Title),
      description: Type.Optional(Description),
      columns: Type.Optional(
        Type.Array(
          closed({
            name: Type.String({ minLength: 1, maxLength: 100 }),
            type: Type.Optional(oneOf(COLUMN_TYPES, { default: 'string' })),
          }),
          {
            maxItems: COLUMNS_MAX,
            description: 'The order and the types of the columns. It does not change data.',
          },
        ),
      ),
    },
    { minProperties: 1 },
  ),
)
export type TableEdit = Static<typeof TableEdit>

export const TableDeleteQuery = closed({
  confirm: Type.Boolean({ description: 'Must be true: the deletion is permanent.', examples: [true] }),
})

export const TableDeleted = named(
  'TableDeleted',
  closed({ deleted: Type.Literal(true), name: TableName, rows: Type.Integer() }),
)

export const RowsWrite = named(
  'RowsWrite',
  closed({
    description: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'The key mode, if this write creates the table.' }),
    ),
    key: Type.Optional(KeyModeText),
    rows: Type.Array(anyObject(), {
      minItems: 1,
      maxItems: ROWS_PER_WRITE_MAX,
      description: '`status` and `next_at` are row fields; other members are data.',
    }),
    mode: Type.Optional(
      oneOf(['merge', 'replace'], { default: 'merge', description: '`replace` replaces the entire object.' }),
    ),
    status: Type.Optional(Type.String({ maxLength: STATUS_LENGTH_MAX, description: 'The status of created rows.' })),
  }),
)

const conflict = closed({
  index: Type.Integer({ description: 'Of the rows sent.' }),
  keys: Type.Array(Type.String(), { description: 'The rows that its identities match.' }),
  reason: Type.String(),
})

/** A merge: the row, the identity that both have, and why they were joined. */
export const mergedMembers = {
  key: Type.String({ description: 'The row that it went into.' }),
  identity: Type.String({ description: 'The identity that both have.', examples: ['+15550100123'] }),
  reason: Type.String({ examples: ['Same phone number; nothing contradicts.'] }),
}

/** What a write did (Spec 4.7); the import answers it too. */
export const rowsWrittenMembers = {
  table: TableName,
  created: Type.Boolean({ description: 'True if this call created the table.' }),
  inserted: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  conflicts: Type.Array(conflict, {
    description: 'Rows whose identities match different rows. They were not written.',
  }),
  refused: Type.Array(closed({ index: Type.Integer({ description: 'Of the rows sent.' }), reason: Type.String() })),
  merged: Type.Optional(
    Type.Array(closed({ index: Type.Integer({ description: 'Of the rows sent.' }), ...mergedMembers }), {
      description:
        'Where there are any: rows that went into an existing row though they may be about another person: by a phone alone, or in spite of another email, profile or name. `unmerge` undoes it.',
    }),
  ),
  keys: closed({ inserted: Type.Array(Type.String()), updated: Type.Array(Type.String()) }),
  also_in: Type.Array(
    closed({ table: TableName, count: Type.Integer(), by_status: ByStatus, contacted: Type.Integer() }),
    {
      description: 'Other tables that contain some of these people.',
    },
  ),
  hints: Type.Array(Type.String()),
}
export const RowsWritten = named('RowsWritten', closed(rowsWrittenMembers))
export type RowsWritten = Static<typeof RowsWritten>

export const RowParams = closed({
  name: TableName,
  key: Type.String({
    minLength: 1,
    maxLength: 600,
    description: 'The key of the row, or any of its emails, URLs or `platform:handle`; percent-encoded.',
    examples: ['ada@example.com'],
  }),
})

/** `keys` are those of the deleted rows. */
export const RowsDeleted = named('RowsDeleted', closed({ deleted: Type.Integer(), keys: Type.Array(Type.String()) }))
