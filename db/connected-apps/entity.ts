import { defineEntity, p } from '@mikro-orm/core'

/** A grant of one person to one app (Spec 5.6), shared by both environments. */
const ConnectedAppSchema = defineEntity({
  name: 'ConnectedApp',
  tableName: 'connected_app',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    userId: p.text(),
    clientId: p.text(),
    name: p.text(),
    scopes: p.array(),
    /** The API resources for which the client requested the grant (RFC 8707). */
    resources: p.array(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
})
export class ConnectedApp extends ConnectedAppSchema.class {}
ConnectedAppSchema.setClass(ConnectedApp)
