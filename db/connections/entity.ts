import { defineEntity, p } from '@mikro-orm/core'

export const CONNECTION_STATUSES = ['active', 'revoked'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

/** A workspace's own credential at a provider, shared by both environments; one row per provider. */
const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'connection',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    provider: p.text(),
    status: p.enum(CONNECTION_STATUSES),
    /** Sealed (see domain/connections/credential.ts), and erased when the connection is revoked. */
    ciphertext: p.blob().nullable(),
    wrappedKey: p.blob().nullable(),
    keyVersion: p.integer().nullable(),
    /** Counts the credentials that this connection has had. */
    generation: p.integer(),
    lastVerifiedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})
export class Connection extends ConnectionSchema.class {}
ConnectionSchema.setClass(Connection)
