import { defineEntity, p } from '@mikro-orm/core'
import { ownerIn } from '../workspaces/entity.ts'

export const CONNECTION_STATUSES = ['active', 'revoked'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

/** A workspace's own credential at a provider, shared by both environments; one row per provider. */
const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'connection',
  properties: {
    id: p.text().primary(),
    workspaceId: ownerIn('connection'),
    provider: p.text(),
    status: p.enum(CONNECTION_STATUSES),
    /** Sealed (see domain/connections/credential.ts), and erased when the connection is revoked. */
    ciphertext: p.blob().nullable().check('octet_length(ciphertext) > 28').lazy(),
    wrappedKey: p.blob().nullable().check('octet_length(wrapped_key) = 60').lazy(),
    /**
     * The host of the account, where each account of the provider has its own; erased with the key unless messaging
     * accounts stand there.
     */
    account: p.text().nullable().check(`account <> ''`),
    keyVersion: p.integer().nullable().check('key_version > 0'),
    /** Counts the credentials that this connection has had. */
    generation: p.integer().default(1).check('generation > 0'),
    lastVerifiedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    revokedAt: p.datetime().nullable(),
    /** When a call showed that the provider rejects the credential, and what it answered. */
    rejectedAt: p.datetime().nullable(),
    rejectedReason: p.text().nullable(),
  },
  checks: [
    { name: 'connection_rejected_check', expression: '(rejected_at is null) = (rejected_reason is null)' },
    { name: 'connection_check', expression: `(status = 'revoked') = (revoked_at is not null)` },
    {
      name: 'connection_check1',
      expression: `num_nonnulls(ciphertext, wrapped_key, key_version) = case status when 'active' then 3 else 0 end`,
    },
  ],
  uniques: [{ name: 'connection_workspace_id_provider_key', properties: ['workspaceId', 'provider'] }],
})
export class Connection extends ConnectionSchema.class {}
ConnectionSchema.setClass(Connection)

/** The workspace's own connection in whose account a row of `table` stands; null: it stands in the platform's account. */
export const accountIn = (table: string) =>
  p
    .manyToOne(Connection)
    .mapToPk()
    .nullable()
    .fieldName('connection_id')
    .foreignKeyName(`${table}_connection_id_fkey`)
    .deleteRule('no action')
    .index(false)
