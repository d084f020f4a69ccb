import { readActorId } from '../catalog/actor-schema.ts'
import { endpointKey, type Method } from '../catalog/endpoint.ts'
import type { JsonObject } from '../json/json.ts'

/** The call that a raw run requests (Spec 4.2); its input is stored beside it. */
export interface RawRequest {
  readonly provider: string
  readonly method: Method
  /** The provider's own path as the catalog spells it, placeholders included. */
  readonly endpoint: string
  readonly path: JsonObject
  readonly query: JsonObject
}

/** The name of a raw endpoint in the catalog and in logs: `POST /people/match`. */
export const targetOf = ({ method, endpoint }: Pick<RawRequest, 'method' | 'endpoint'>): string =>
  endpointKey(method, endpoint)

/** The endpoints that start an actor which the caller names. */
const STARTS_ACTOR = /\/actors\/\{actorId\}\/run(?:s|-sync|-sync-get-dataset-items)$/
/** Those of the actors that have an entry of the catalog. */
const STARTS_KNOWN_ACTOR = /\/actors\/([^/{}]+)\/run(?:s|-sync|-sync-get-dataset-items)$/

/** The name of the actor that a call starts: `user~name`, or its id; null: it starts none. */
export function actorNameOf({
  method,
  endpoint,
  path = {},
}: Pick<RawRequest, 'method' | 'endpoint'> & Partial<Pick<RawRequest, 'path'>>): string | null {
  if (method !== 'POST') return null
  if (STARTS_ACTOR.test(endpoint)) return readActorId(path['actorId'])
  return readActorId(STARTS_KNOWN_ACTOR.exec(endpoint)?.[1])
}

/**
 * What an attempt and its health are about (Spec 2.4). An actor that the path names has its own record, whichever
 * endpoint starts it: that of `POST /v2/actors/<actor>/runs`. The statements that begin attempts spell it the same way
 * (`db/runs/target-sql.ts`).
 */
export function healthTargetOf(raw: Pick<RawRequest, 'method' | 'endpoint' | 'path'>): string {
  const actorId = actorNameOf(raw)
  if (actorId === null || !STARTS_ACTOR.test(raw.endpoint)) return targetOf(raw)
  return targetOf({ method: raw.method, endpoint: raw.endpoint.replace(STARTS_ACTOR, `/actors/${actorId}/runs`) })
}
