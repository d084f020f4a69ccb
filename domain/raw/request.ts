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

/** The name of a raw endpoint in attempts, health and logs: `POST /people/match`. */
export const targetOf = ({ method, endpoint }: Pick<RawRequest, 'method' | 'endpoint'>): string =>
  endpointKey(method, endpoint)
