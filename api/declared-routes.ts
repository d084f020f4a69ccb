import { loadProviderFacts } from '../activities/providers/facts.ts'
import { withFrameRoutes } from './app.ts'
import type { Route } from './route.ts'
import { createRoutes } from './routes.ts'
import { readApiSettings } from './settings.ts'

/** What stands in the document where a service would say its own address. */
export const SAMPLE_URL = 'http://127.0.0.1:8080'

/**
 * Every route as it is declared, without a service behind it: for the OpenAPI document and what is made from that (types of a client,
 * checks of the reference). Whoever calls a handler that needs anything is told that there is nothing.
 */
export function declaredRoutes(): Route[] {
  const publicUrl = (): string => SAMPLE_URL
  const routes = createRoutes(
    {
      // The catalog that ships: a folder of an operator's changes no declaration.
      facts: loadProviderFacts({}),
      settings: readApiSettings({}),
      db: absent('db'), starter: absent('starter'), providerCaller: absent('providerCaller'), deliveries: absent('deliveries'),
      watchStarter: absent('watchStarter'), cipher: absent('cipher'),
      notifyOthers: absent('notifyOthers'),
    },
    {
      waiters: absent('waiters'), eventWaiters: absent('eventWaiters'), starts: absent('starts'), inboundTurns: absent('inboundTurns'), metrics: absent('metrics'), proving: absent('proving'),
      draining: () => false, isTemporalReachable: absent('isTemporalReachable'), publicUrl,
    },
  )
  return withFrameRoutes(routes, publicUrl)
}

/** Fills the place of a part; taking anything from it, or calling it, fails. */
function absent<T extends object>(part: string): T {
  const refuse = (): never => {
    throw new Error(`a declared route has no ${part}: there is no service behind it`)
  }
  return new Proxy(Object.assign(refuse, Object.create(null)), { get: refuse, apply: refuse })
}
