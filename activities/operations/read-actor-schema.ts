import { Context } from '@temporalio/activity'
import { publishedPrice } from '../../domain/catalog/actor-price.ts'
import { actorInput, publishedRuns } from '../../domain/catalog/actor-schema.ts'
import type { OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { ActivityDeps } from '../deps.ts'
import { callApify, type ApifyAccount } from '../providers/apify/client.ts'
import type { HttpOutcome } from '../providers/http.ts'
import { baseUrlOf, configuredCredential } from '../providers/settings.ts'
import { objectOf } from '../providers/wire.ts'

export type ReadActorSchemaDeps = Pick<ActivityDeps, 'http' | 'providers' | 'findManifest'>
type Answer = OperationAnswer<'actor_schema'>

/** The request that inspects an actor waits for this. */
const DEADLINE_MS = 8_000
/** Any other refusal concerns the account or the moment, not the actor. */
const NOT_THERE = new Set([400, 404])

/**
 * The input schema of an actor's default build, its run statistics and its price (Spec 2.3, 2.4, 4.3), read with the
 * platform's account.
 */
export async function readActorSchema(
  deps: ReadActorSchemaDeps,
  { kind, provider, actorId }: ProviderOperation<'actor_schema'>,
): Promise<Answer> {
  const account = accountOf(deps, provider)
  if (account === null) return { kind, found: 'no_account' }
  const read = (path: string): Promise<HttpOutcome> =>
    callApify(account, `/v2/actors/${encodeURIComponent(actorId)}${path}`, {
      method: 'GET',
      deadlineMs: DEADLINE_MS,
      signal: Context.current().cancellationSignal,
    })
  const [build, actor] = await Promise.all([read('/builds/default'), read('')])
  const built = dataOf(build)
  if (built === null)
    return { kind, found: build.kind === 'answer' && NOT_THERE.has(build.status) ? 'not_found' : 'unreachable' }
  const fields = actorInput(built)
  const runs = publishedRuns(dataOf(actor))
  // The run statistics and the price are optional: the schema is useful without them, and they are without it.
  return fields === null
    ? { kind, found: 'no_schema', runs }
    : {
        kind,
        found: 'schema',
        fields,
        runs,
        price: publishedPrice(dataOf(actor), Date.now()),
      }
}

function accountOf({ http, providers, findManifest }: ReadActorSchemaDeps, provider: string): ApifyAccount | null {
  const manifest = findManifest(provider)
  const setting = providers[provider] ?? {}
  const apiKey = configuredCredential(setting)
  const baseUrl = manifest === undefined ? undefined : baseUrlOf(setting, manifest)
  return apiKey === undefined || baseUrl === undefined ? null : { http, apiKey, baseUrl }
}

const dataOf = (outcome: HttpOutcome) =>
  outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300
    ? objectOf(objectOf(outcome.body)?.data)
    : null
