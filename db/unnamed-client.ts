import type pg from 'pg'
import { call } from './engine/outage/watched-client.ts'

/**
 * A client whose statements have no names, those of libraries included: a pooler that does not follow names would
 * look for them in other sessions.
 */
export function unnamedClient(Client: typeof pg.Client): typeof pg.Client {
  return class UnnamedClient extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const query: unknown = this.query
      // On the object itself, as in db/engine/outage/watched-client.ts.
      Object.defineProperty(this, 'query', {
        value: (first: unknown, ...rest: unknown[]): unknown => call(query, this, [withoutName(first), ...rest]),
      })
    }
  }
}

/** Queries that carry their own protocol, such as cursors, have no name. */
function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query) || 'submit' in query) return query
  const { name: _, ...unnamed } = query
  return unnamed
}
