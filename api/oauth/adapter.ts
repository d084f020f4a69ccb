import { type Adapter, errors, type Payload } from 'oidc-provider'
import { readGrant, revokeApp } from '../../db/access/connected-apps/grants.ts'
import type { Database } from '../../db/database.ts'
import { isClientUrl } from '../../domain/access/client-url.ts'
import { isClientId } from '../../domain/access/registration.ts'
import {
  consumeArtifact,
  destroyArtifact,
  findArtifact,
  storeArtifact,
  ARTIFACT_KINDS,
  type ArtifactKind,
} from '../../db/access/oauth/artifacts.ts'
import { readClient } from '../../db/access/oauth/clients.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts'

/** How the authorization server's library stores what it issues: in PostgreSQL, for all replicas. */
export const createAdapter =
  (db: Database) =>
  (model: string): Adapter => {
    const kind = ARTIFACT_KINDS.find((known) => known === model)
    if (kind !== undefined) return artifacts(db, kind)
    switch (model) {
      case 'Client':
        return {
          ...nothing(model),
          find: async (id) => (isClientId(id) || isClientUrl(id) ? await readClient(db, id) : null) ?? undefined,
        }
      case 'Grant':
        return grants(db)
      case 'Session':
        return sessions
      default:
        return nothing(model)
    }
  }

/** A model that is not configured is not stored; a call for one is a defect. */
function nothing(model: string): Adapter {
  const refuse = (): never => {
    throw new Error(`${model} is not kept`)
  }
  const none = async () => undefined
  return {
    upsert: async () => refuse(),
    find: none,
    findByUid: none,
    findByUserCode: none,
    consume: async () => refuse(),
    destroy: none,
    revokeByGrantId: none,
  }
}

/** A person signs in for each consent: the library's own sessions end with the request that makes them. */
const sessions: Adapter = { ...nothing('Session'), upsert: async () => undefined }

/** A grant is the connected app itself: once that is disconnected, none of its tokens is found. */
const grants = (db: Database): Adapter => ({
  ...nothing('Grant'),
  async find(id) {
    const grant = await readGrant(db, id)
    if (grant === null) return undefined
    const scope = grant.scopes.join(' ')
    return {
      kind: 'Grant',
      jti: id,
      accountId: grant.userId,
      clientId: grant.clientId,
      resources: Object.fromEntries(grant.resources.map((resource) => [resource, scope])),
    }
  },
  destroy: (id) => revokeApp(db, id),
})

const artifacts = (db: Database, kind: ArtifactKind): Adapter => ({
  ...nothing(kind),
  async upsert(id, payload, secondsToLive) {
    const appId = kind !== 'Interaction' && typeof payload['grantId'] === 'string' ? payload['grantId'] : null
    const stored = await storeArtifact(db, { kind, id }, { appId, payload: withoutId(payload, id), secondsToLive })
    if (!stored) throw new errors.InvalidGrant('the grant was revoked')
  },
  async find(id) {
    const found = await findArtifact(db, { kind, id })
    if (found === null) return undefined
    // A refresh token that was consumed a moment ago is judged at its next use: the library would end the grant for it.
    const consumed =
      found.consumedAt === null || (kind === 'RefreshToken' && found.justConsumed)
        ? {}
        : { consumed: Math.floor(found.consumedAt.getTime() / 1000) }
    return { ...withId(found.payload, id), ...consumed }
  },
  async consume(id) {
    if (!(await consumeArtifact(db, { kind, id }))) throw new errors.InvalidGrant('it was used before')
  },
  destroy: (id) => destroyArtifact(db, { kind, id }),
  revokeByGrantId: (grantId) => revokeApp(db, grantId),
})

/**
 * The id is the secret of the client or the browser; the database holds its hash only. An interaction's return URL
 * ends with it, so that part is cut off.
 */
function withoutId({ jti: _id, returnTo, ...rest }: Payload, id: string): JsonObject {
  const way: Payload = typeof returnTo === 'string' ? { returnTo: returnTo.slice(0, -id.length) } : {}
  return plain({ ...rest, ...way })
}

const withId = ({ returnTo, ...rest }: JsonObject, id: string): Payload => ({
  ...rest,
  jti: id,
  ...(typeof returnTo === 'string' ? { returnTo: `${returnTo}${id}` } : {}),
})

/** As JSON holds it: undefined members are dropped. */
function plain(payload: Payload): JsonObject {
  const value: Json = JSON.parse(JSON.stringify(payload))
  if (!isJsonObject(value)) throw new Error('unreachable')
  return value
}
