import { defineEntity, p } from '@mikro-orm/core'
import type { JsonObject } from '../../domain/json/json.ts'

/** What the library of the authorization server calls what it hands out, as far as it is kept. */
export const ARTIFACT_KINDS = ['Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]

/** An app that registered itself (RFC 7591); public, so there is nothing secret about it. */
const OauthClientSchema = defineEntity({
  name: 'OauthClient',
  tableName: 'oauth_client',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    metadata: p.json<JsonObject>(),
    createdAt: p.datetime(),
    /** When it goes unless somebody connects it before; null: somebody has. */
    forgottenAt: p.datetime().nullable(),
  },
})
export class OauthClient extends OauthClientSchema.class {}
OauthClientSchema.setClass(OauthClient)

/** A code, a token, or a consent that is being asked for: known by its SHA-256 only. */
const OauthArtifactSchema = defineEntity({
  name: 'OauthArtifact',
  tableName: 'oauth_artifact',
  primaryKeys: ['kind', 'idHash'],
  properties: {
    kind: p.enum(ARTIFACT_KINDS).primary(),
    idHash: p.blob().primary(),
    /** null while nobody has consented. */
    appId: p.text().nullable(),
    payload: p.json<JsonObject>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
  },
})
export class OauthArtifact extends OauthArtifactSchema.class {}
OauthArtifactSchema.setClass(OauthArtifact)

/** What every replica signs with, sealed (see domain/connections/credential.ts). */
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
