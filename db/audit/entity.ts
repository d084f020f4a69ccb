import { defineEntity, p } from '@mikro-orm/core'
import type { JsonObject } from '../../domain/json/json.ts'

/** What an operator changed, when and why; it is never changed. */
const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    id: p.bigint().primary().autoincrement(),
    at: p.datetime(),
    actor: p.text(),
    workspaceId: p.text().nullable(),
    action: p.text(),
    before: p.json<JsonObject>().nullable(),
    after: p.json<JsonObject>().nullable(),
    reason: p.text(),
  },
})
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
