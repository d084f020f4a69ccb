import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { withFrameRoutes } from './frame-routes.ts'
import type { Route } from '../route/route.ts'
import { createRoutes } from './routes.ts'
import { readApiSettings } from '../settings.ts'

/** The URL that the document has in place of a service's own. */
export const SAMPLE_URL = 'http://127.0.0.1:8080'

/**
 * Every route as declared, without a service behind it: for the OpenAPI document and its products (types of a client,
 * checks of the reference). A call of a handler that needs a part of the service throws.
 */
export function declaredRoutes(): Route[] {
  const publicUrl = (): string => SAMPLE_URL
  const routes = createRoutes(
    {
      // The built-in catalog: an operator's catalog folder changes no declaration.
      known: loadKnownProviders({}),
      settings: readApiSettings({}),
      db: absent('db'),
      starter: absent('starter'),
      providerCaller: absent('providerCaller'),
      deliveries: absent('deliveries'),
      watchStarter: absent('watchStarter'),
      jobStarter: absent('jobStarter'),
      cipher: absent('cipher'),
      notifyOthers: absent('notifyOthers'),
    },
    {
      waiters: absent('waiters'),
      eventWaiters: absent('eventWaiters'),
      starts: absent('starts'),
      inboundQueue: absent('inboundQueue'),
      metrics: absent('metrics'),
      missCounter: absent('missCounter'),
      proving: absent('proving'),
      semanticIndex: absent('semanticIndex'),
      clients: absent('clients'),
      draining: () => false,
      isTemporalReachable: absent('isTemporalReachable'),
      publicUrl,
    },
  )
  return withFrameRoutes(routes, publicUrl)
}

/** A placeholder for a part; reading a member of it, or calling it, throws. */
function absent<T extends object>(part: string): T {
  const refuse = (): never => {
    throw new Error(`a declared route has no ${part}: there is no service behind it`)
  }
  return new Proxy(Object.assign(refuse, Object.create(null)), { get: refuse, apply: refuse })
}
