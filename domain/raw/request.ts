import { readActorId } from '../catalog/actor-schema.ts'
import { actorStart } from '../catalog/actor-starts.ts'
import { endpointKey, type Method } from '../catalog/endpoint.ts'
import type { JsonObject } from '../json/json.ts'

/** The call that a raw run requests (Spec 4.2); its input is stored with it. */
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

/**
 * What an attempt and its health are about (Spec 2.4). An actor that the path names has its own record, whichever
 * endpoint starts it: that of `POST /v2/actors/<actor>/runs`. The statements that begin attempts spell it the same way
 * (`db/runs/target-sql.ts`).
 */
export function healthTargetOf(raw: Pick<RawRequest, 'method' | 'endpoint' | 'path'>): string {
  const start = actorStart(raw)
  const actorId = start?.named === null ? readActorId(raw.path['actorId']) : null
  if (start === null || actorId === null) return targetOf(raw)
  return targetOf({ method: 'POST', endpoint: `${start.before}/actors/${actorId}/runs` })
}
