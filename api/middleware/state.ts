import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Principal } from '../principal.ts'
import type { Route } from '../route.ts'

/** What the steps of the stack hand on to each other for one request. */
export interface RequestState {
  requestId: string
  log: Logger
  /** The route that matched, or the endpoint of what is mounted beside the routes; null for unknown paths. */
  route: Pick<Route, 'path'> | null
  principal: Principal | null
  body: unknown
  /** Gives back the turn in which the caller was found out. */
  settled?: () => void
}

export type Step = Middleware<RequestState>
export type StepContext = Parameters<Step>[0]

/** The route of whatever no route answers. */
export const UNMATCHED = 'unmatched'

/** What a request is called in log, metrics and traces: the pattern of the route that answers it, never the path that was asked for. */
export const routeOf = ({ route }: Pick<RequestState, 'route'>): string => route?.path ?? UNMATCHED
