import { defineEntity, p } from '@mikro-orm/core'
import type { JsonObject } from '../../domain/json/json.ts'

/** The artifacts that are stored, by the names that the authorization server's library has for them. */
export const ARTIFACT_KINDS = ['Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]

/** An app that registered itself (RFC 7591). It is a public client, so it has no secret. */
const OauthClientSchema = defineEntity({
  name: 'OauthClient',
  tableName: 'oauth_client',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    metadata: p.json<JsonObject>(),
    createdAt: p.datetime(),
    /** When it is deleted unless a person connects it before; null: a person has. */
    forgottenAt: p.datetime().nullable(),
  },
})
export class OauthClient extends OauthClientSchema.class {}
OauthClientSchema.setClass(OauthClient)

/** A code, a token, or a pending consent; only its SHA-256 is stored. */
const OauthArtifactSchema = defineEntity({
  name: 'OauthArtifact',
  tableName: 'oauth_artifact',
  primaryKeys: ['kind', 'idHash'],
  properties: {
    kind: p.enum(ARTIFACT_KINDS).primary(),
    idHash: p.blob().primary(),
    /** null until a person has consented. */
    appId: p.text().nullable(),
    payload: p.json<JsonObject>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
  },
})
export class OauthArtifact extends OauthArtifactSchema.class {}
OauthArtifactSchema.setClass(OauthArtifact)

/** The keys with which every replica signs, sealed (see domain/connections/credential.ts). */
const OauthKeySchema = defineEntity({
  name: 'OauthKey',
  tableName: 'oauth_key',
  properties: {
    id: p.text().primary(),
    ciphertext: p.blob(),
    wrappedKey: p.blob(),
    keyVersion: p.integer(),
    createdAt: p.datetime(),
  },
})
export class OauthKey extends OauthKeySchema.class {}
OauthKeySchema.setClass(OauthKey)
