import { defineEntity, p } from '@mikro-orm/core'
import { REPEAT_TOUCH_DAYS_DEFAULT } from '../../domain/outbound/channels.ts'
import { PLANS } from '../../domain/tables/limits.ts'

/** An organization: the owner of everything except the catalog. */
const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    /** The name under which a command created it and finds it again; null for people's workspaces. */
    seededAs: p.text().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    plan: p.enum(PLANS).onCreate(() => 'pay_per_call'),
    /** null: tables are off; their content is kept and not used. */
    tablesEnabledAt: p.datetime().nullable(),
    /** The repeat guard's window; 0 is off. */
    repeatTouchDays: p.integer().onCreate(() => REPEAT_TOUCH_DAYS_DEFAULT),
  },
})
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace)
