import { defineEntity, p } from '@mikro-orm/core'

/** A person's session at the dashboard (Spec 5.3): only the SHA-256 of its token is stored. */
const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    workspaceId: p.text(),
    tokenHash: p.blob(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)
