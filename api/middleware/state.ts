import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Principal } from '../../domain/access/principal.ts'
import type { Route } from '../route/route.ts'

/** What the steps of the stack pass on to each other for one request. */
export interface RequestState {
  requestId: string
  log: Logger
  /** The route that matched, or the endpoint of a part that is mounted next to the routes; null for unknown paths. */
  route: Pick<Route, 'path'> | null
  principal: Principal | null
  /** Releases the permit of the authentication. */
  releaseAuthenticationPermit?: () => void
}

export type MiddlewareStep = Middleware<RequestState>
export type StepContext = Parameters<MiddlewareStep>[0]

/** The name for requests that match no route. */
export const UNMATCHED = 'unmatched'

/**
 * The name of a request in log, metrics and traces: the pattern of the route that answers it, never the requested path.
 */
export const routeOf = ({ route }: Pick<RequestState, 'route'>): string => route?.path ?? UNMATCHED
