import { defineEntity, p } from '@mikro-orm/core'
import type { ApprovalPolicy } from '../../domain/approvals/policy.ts'
import type { RoutingPolicy } from '../../domain/routing/policy.ts'
import { REPEAT_TOUCH_DAYS_DEFAULT } from '../../domain/outbound/channels.ts'
import { PAYLOAD_DAYS } from '../../domain/runs/retention.ts'
import { PLANS } from '../../domain/tables/limits.ts'

/** An organization: the owner of everything except the catalog. */
const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.text().primary(),
    /** People name their workspaces as they like: not unique. */
    name: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    plan: p.enum(PLANS).default('pay_per_call'),
    /** null: tables are off; their content is kept and not used. */
    tablesEnabledAt: p.datetime().nullable(),
    /** The repeat guard's window; 0 is off. */
    repeatTouchDays: p
      .integer()
      .default(REPEAT_TOUCH_DAYS_DEFAULT)
      .check('repeat_touch_days >= 0 and repeat_touch_days <= 365'),
    /** For how many days the payloads of its runs are kept. */
    payloadDays: p.integer().default(PAYLOAD_DAYS.default).check('payload_days >= 7 and payload_days <= 365'),
    /** What its agents may only do once a person has approved it; null: nothing. */
    approvalPolicy: p.json<ApprovalPolicy>().nullable(),
    /** Which providers may serve its runs, and in which order; null: routing decides alone. */
    routingPolicy: p.json<RoutingPolicy>().nullable(),
    /** Its person was sent a mail that confirms the address: until one of its people has, it is in quarantine. */
    awaitsConfirmation: p.boolean().default(false),
    /** The name under which a command created it and finds it again; null for people's workspaces. */
    seededAs: p.text().nullable().unique('workspace_seeded_as_key'),
  },
})
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace)

/** The workspace that owns a row of `table`: a foreign key, read and written as the workspace's id. */
export const ownerIn = (table: string) =>
  p.manyToOne(Workspace).mapToPk().fieldName('workspace_id').foreignKeyName(`${table}_workspace_id_fkey`).index(false)
