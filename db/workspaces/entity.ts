import { defineEntity, p } from '@mikro-orm/core'

/** An organization: the owner of everything but the catalog. */
const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace)
