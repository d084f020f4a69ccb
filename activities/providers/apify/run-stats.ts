import type { Json } from '../../../domain/json/json.ts'
import type { Tally } from '../../../domain/routing/health.ts'
import { countOf, objectOf } from '../wire.ts'

/**
 * An actor's results for all its users in the last 30 days, by Apify's own count: `stats.publicActorRunStats30Days` of
 * a public actor, in `{data: Actor}` and in the store's items alike (apify/apify-docs, schema ActorStats). Null without
 * them. A run that its caller aborted has neither succeeded nor failed, so the published TOTAL is not used.
 */
export function readRunStats(actor: Json): Tally | null {
  const stats = objectOf(objectOf(objectOf(actor)?.stats)?.publicActorRunStats30Days)
  const successes = countOf(stats?.SUCCEEDED)
  if (stats === null || successes === null) return null
  const calls = successes + (countOf(stats.FAILED) ?? 0) + (countOf(stats['TIMED-OUT']) ?? 0)
  return calls === 0 ? null : { calls, successes }
}
