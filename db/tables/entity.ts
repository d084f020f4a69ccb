import { defineEntity, p } from '@mikro-orm/core'
import type { JsonObject } from '../../domain/json/json.ts'
import { CHANNELS } from '../../domain/outbound/channels.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { ROW_IDENTITY_KINDS } from '../../domain/tables/limits.ts'

/** A shared list of rows (Spec 2.7). */
const WorkspaceTableSchema = defineEntity({
  name: 'WorkspaceTable',
  tableName: 'workspace_table',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    name: p.text(),
    title: p.text().nullable(),
    description: p.text().nullable(),
    /** `auto`, a kind of identity, or `field:<name>`. */
    keyMode: p.text(),
    /** The workspace's description of its columns, in its order. */
    columns: p.json<{ name: string; type: string }[]>(),
    rowCount: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export class WorkspaceTable extends WorkspaceTableSchema.class {}
WorkspaceTableSchema.setClass(WorkspaceTable)

/** A person or company in a table. */
const TableRowSchema = defineEntity({
  name: 'TableRow',
  tableName: 'table_row',
  properties: {
    id: p.bigint().primary(),
    tableId: p.text(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    /** Derived from the row's identities; it changes when a better identity arrives. */
    key: p.text(),
    data: p.json<JsonObject>(),
    status: p.text().nullable(),
    nextAt: p.datetime().nullable(),
    touches: p.integer(),
    lastTouchAt: p.datetime().nullable(),
    lastTouchChannel: p.enum(CHANNELS).nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export class TableRow extends TableRowSchema.class {}
TableRowSchema.setClass(TableRow)

/** An identity by which a row is found. Where it merges, no other row of the table has it. */
const RowIdentitySchema = defineEntity({
  name: 'RowIdentity',
  tableName: 'row_identity',
  primaryKeys: ['rowId', 'kind', 'value'],
  properties: {
    rowId: p.bigint().primary(),
    kind: p.enum(ROW_IDENTITY_KINDS).primary(),
    value: p.text().primary(),
    tableId: p.text(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    merges: p.boolean(),
  },
})
export class RowIdentity extends RowIdentitySchema.class {}
RowIdentitySchema.setClass(RowIdentity)

/** An enrichment that is saved in a row: the next enrichment of the same subject is answered from it (Spec 4.6). */
const SavedEnrichmentSchema = defineEntity({
  name: 'SavedEnrichment',
  tableName: 'saved_enrichment',
  primaryKeys: ['workspaceId', 'environment', 'capability', 'kind', 'value', 'rowId'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    capability: p.text().primary(),
    /** A kind of identity, or `person` and `company` for subjects that are identified by names. */
    kind: p.text().primary(),
    value: p.text().primary(),
    rowId: p.bigint().primary(),
    /** The run that bought the result. */
    runId: p.text(),
    savedAt: p.datetime(),
  },
})
export class SavedEnrichment extends SavedEnrichmentSchema.class {}
SavedEnrichmentSchema.setClass(SavedEnrichment)
