import Type, { type Static } from 'typebox'
import { ANSWER_CLASSES } from '../../domain/replies/classes.ts'
import { CHANGE_CAUSES } from '../../domain/rows/change-cause.ts'
import { CHANGED_NAME_LENGTH_MAX, CHANGED_NAMES_MAX } from '../../domain/rows/changed-fields.ts'
import { VALUES_MAX } from '../../domain/rows/filter-test.ts'
import { FIELD_NAME_LENGTH_MAX } from '../../domain/rows/field.ts'
import { FIELDS_MAX } from '../../domain/rows/projection.ts'
import { STATUS_LENGTH_MAX } from '../../domain/rows/fields.ts'
import { ROW_IDENTITY_KINDS } from '../../domain/tables/limits.ts'
import { CHANNELS } from '../../domain/outbound/channels.ts'
import { FileReading } from './file.ts'
import { anyObject, closed, CURSOR_LENGTH_MAX, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'
import { mergedMembers, Row, rowsWrittenMembers, TableName } from './tables.ts'

/** Spec 8. */
export const PAGE_DEFAULT = 50
export const PAGE_MAX = 500

const limitOptions = {
  minimum: 1,
  maximum: PAGE_MAX,
  description: `The maximum number of rows; ${PAGE_DEFAULT} by default.`,
}
const Cursor = Type.String({
  minLength: 1,
  maxLength: CURSOR_LENGTH_MAX,
  description: '`next_cursor` of the previous page, with the same filter and order.',
})
const StatusText = Type.String({ maxLength: STATUS_LENGTH_MAX })
const FieldName = Type.String({ maxLength: FIELD_NAME_LENGTH_MAX })

const filterMembers = {
  status: Type.Optional(
    Type.Union([StatusText, Type.Array(StatusText, { minItems: 1, maxItems: VALUES_MAX })], {
      description: 'One status or several.',
    }),
  ),
  due: Type.Optional(Type.Boolean({ description: 'true selects rows whose `next_at` has passed.' })),
  where: Type.Optional(
    anyObject({
      description:
        'Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`, `gte`, `lt`, `lte`. All conditions must match. Dotted paths select nested fields. Row fields filter in the same way, with times as ISO 8601 or relative (`-7d`).',
      examples: [{ score: { gte: 80 }, 'company.country': 'SE', last_touch_at: { lt: '-7d' } }],
    }),
  ),
}
const pageMembers = {
  order: Type.Optional(
    Type.String({
      maxLength: FIELD_NAME_LENGTH_MAX + 1,
      description: 'A field name; a leading minus means descending. The default is newest first.',
      examples: ['-score'],
    }),
  ),
  limit: Type.Optional(Type.Integer(limitOptions)),
  cursor: Type.Optional(Cursor),
}

/** The body of `POST /v1/tables/{name}/rows/query` (Spec 4.7). */
export const RowsQuery = named(
  'RowsQuery',
  closed({
    ...filterMembers,
    ...pageMembers,
    fields: Type.Optional(
      Type.Array(FieldName, {
        maxItems: FIELDS_MAX,
        description: 'Returns only these members of each row, and its key.',
      }),
    ),
  }),
)
export type RowsQuery = Static<typeof RowsQuery>

const commaList = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }))

/** The same as query parameters. */
export const RowsListQuery = closed({
  status: commaList('One or several statuses, separated by commas or repeated.'),
  due: filterMembers.due,
  fields: commaList('Returns only these members of each row, and its key; separated by commas or repeated.'),
  limit: Type.Optional(Type.Integer(limitOptions)),
  cursor: Type.Optional(Cursor),
})

/** More than a URL of a browser or a proxy has room for. */
const WHERE_LENGTH_MAX = 8_000

/** Which rows a file has: the members of a query as parameters. */
export const RowsExportQuery = closed({
  status: commaList('One or several statuses, separated by commas or repeated.'),
  due: filterMembers.due,
  where: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: WHERE_LENGTH_MAX,
      description: 'The `where` of a query, as JSON.',
      examples: ['{"score":{"gte":80}}'],
    }),
  ),
  order: pageMembers.order,
})
export type RowsExportQuery = Static<typeof RowsExportQuery>

/** A row as a query shows it: all of it, or its key and the requested fields. */
const SelectedRow = named(
  'SelectedRow',
  Type.Object(
    {
      key: Type.String(),
      status: Type.Optional(nullable(Type.String())),
      next_at: Type.Optional(nullable(Timestamp)),
      touches: Type.Optional(Type.Integer()),
      last_touch_at: Type.Optional(nullable(Timestamp)),
      last_touch_channel: Type.Optional(nullable(oneOf(CHANNELS))),
      last_reply_at: Type.Optional(nullable(Timestamp)),
      last_reply_class: Type.Optional(nullable(oneOf(ANSWER_CLASSES))),
      row_created_at: Type.Optional(Timestamp),
      row_updated_at: Type.Optional(Timestamp),
    },
    { additionalProperties: true, description: 'The data fields of the row are siblings of these members.' },
  ),
)

export const RowsPage = named('RowsPage', closed({ items: Type.Array(SelectedRow), next_cursor: NextCursor }))
export type RowsPage = Static<typeof RowsPage>

/** As many as one write takes. */
const Keys = Type.Array(Type.String({ minLength: 1, maxLength: 600 }), {
  minItems: 1,
  maxItems: PAGE_MAX,
  description: 'Row keys, or any email, URL or `platform:handle` of a row.',
})

/** The body of `PATCH /v1/tables/{name}/rows` (Spec 4.7). */
export const RowsUpdate = named(
  'RowsUpdate',
  closed({
    set: anyObject({
      minProperties: 1,
      examples: [{ status: 'contacted', next_at: '+4d' }],
      description:
        '`status`, `next_at` (ISO 8601, or relative such as `+4d` or `+12h`) and data fields; a null removes a field.',
    }),
    keys: Type.Optional(Keys),
    ...filterMembers,
    ...pageMembers,
    if_status: Type.Optional(
      nullable(StatusText, {
        description:
          'Makes the update a claim: only rows that still have this status change (null or `none`: no status), and each row goes to one of several parallel callers. Requires another `status` in `set`.',
      }),
    ),
  }),
)
export type RowsUpdate = Static<typeof RowsUpdate>

export const RowsUpdated = named(
  'RowsUpdated',
  closed({
    items: Type.Array(Row, { description: 'The changed rows.' }),
    updated: Type.Integer(),
    next_cursor: NextCursor,
    conflicts: Type.Optional(
      Type.Array(closed({ key: Type.String(), keys: Type.Array(Type.String()), reason: Type.String() }), {
        description: 'Rows that would have received an identity of another row. They were not changed.',
      }),
    ),
    refused: Type.Optional(
      Type.Array(closed({ key: Type.String(), reason: Type.String() }), {
        description: 'Rows that would have lost all identities, or become too large. They were not changed.',
      }),
    ),
    hints: Type.Optional(Type.Array(Type.String())),
  }),
)
export type RowsUpdated = Static<typeof RowsUpdated>

/** The body of `POST /v1/tables/{name}/rows/delete` (Spec 4.7). */
export const RowsDelete = named(
  'RowsDelete',
  closed({
    keys: Type.Optional(Keys),
    ...filterMembers,
    order: pageMembers.order,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: 'With a filter: the maximum number of rows.' }),
    ),
  }),
)
export type RowsDelete = Static<typeof RowsDelete>

/** Merged lines that an import lists: more than a person looks through. Each row lists its own. */
export const MERGED_LINES_MAX = 500

export const LineNumber = Type.Integer({
  description: 'The line of the file on which the record begins; the header is line 1.',
})

/** The answer of an import: that of a write, with lines of the file instead of list indexes (decisions, "import"). */
export const RowsImported = named(
  'RowsImported',
  closed({
    ...rowsWrittenMembers,
    conflicts: Type.Array(closed({ line: LineNumber, keys: Type.Array(Type.String()), reason: Type.String() }), {
      description: 'Lines whose identities match different rows. They were not written.',
    }),
    refused: Type.Array(closed({ line: LineNumber, reason: Type.String() })),
    merged: Type.Optional(
      Type.Array(closed({ line: LineNumber, ...mergedMembers }), {
        description: `Where there are any: lines that went into an existing row though they may be about another person, at most ${MERGED_LINES_MAX}. \`unmerge\` undoes it.`,
      }),
    ),
    lines: Type.Integer({ description: 'The number of records in the file, without the header and blank lines.' }),
    mapped: nullable(Type.Record(Type.String(), nullable(Type.String())), {
      description:
        'Which field each of these columns became: by `map`, or as `file` suggests where the request has no `map` and no line has an identity under the column names of the file. null: columns kept their names.',
      examples: [{ 'E-Mail': 'email' }],
    }),
    file: FileReading,
  }),
)
export type RowsImported = Static<typeof RowsImported>

/** Spec 4.7: what changed when in a row; never a value. */
export const RowChanges = named(
  'RowChanges',
  closed({
    items: Type.Array(
      closed({
        at: Timestamp,
        created: Type.Boolean({ description: 'True for the write that created the row.' }),
        cause: oneOf(CHANGE_CAUSES, {
          description:
            '`api`: a write or an update by an API key or a connected app. `edit`: the same by a person. `import`: a CSV file. `run`: the result of a run with `record` or `into`. `watch`: new records of a refresh. `erasure`: a person that the row mentioned was erased.',
        }),
        by: nullable(Type.String(), {
          description: 'The id of the API key, connected app or person; null where a run or the service wrote.',
          examples: ['key_01j9zq3v6n4k8'],
        }),
        run_id: nullable(Type.String(), { examples: ['run_01j9zq3v6n4k8'] }),
        capability: nullable(Type.String(), { description: 'Of that run; null for raw runs.' }),
        watch_id: nullable(Type.String(), { description: 'The watch of that refresh; null once it is deleted.' }),
        fields: Type.Array(Type.String(), {
          description: `The fields whose values changed: \`status\`, \`next_at\` and data, at most ${CHANGED_NAMES_MAX}, without names of more than ${CHANGED_NAME_LENGTH_MAX} characters. Empty where the row was created.`,
          examples: [['email', 'title']],
        }),
        field_count: Type.Integer({ description: 'How many fields changed, also those that `fields` does not list.' }),
        merges: Type.Optional(
          Type.Array(
            closed({
              merge: Type.Integer({ description: 'The number of the merge, for `unmerge`.' }),
              kind: oneOf(ROW_IDENTITY_KINDS, { description: 'The kind of the identity that both have.' }),
              reason: Type.String({ examples: ['Same phone number; nothing contradicts.'] }),
            }),
            { description: 'Where there are any: what went into the row by this change and can be taken out again.' },
          ),
        ),
      }),
      { description: 'Newest first. The last one has `created` unless older changes are not kept.' },
    ),
  }),
)
export type RowChanges = Static<typeof RowChanges>

/** The body of `POST /v1/tables/{name}/rows/{key}/unmerge`. */
export const RowUnmerge = named(
  'RowUnmerge',
  closed({
    merge: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The number of the merge in the changes of the row; by default the newest.',
        examples: [1],
      }),
    ),
  }),
)

/** What a merge was taken apart into. */
export const RowUnmerged = named(
  'RowUnmerged',
  closed({
    table: TableName,
    merge: Type.Integer({ description: 'The number that the merge had.' }),
    identity: Type.String({ description: 'The identity that both rows have.' }),
    reason: Type.String({ description: 'Why they were joined.' }),
    row: Row,
    part: Row,
  }),
)
export type RowUnmerged = Static<typeof RowUnmerged>
