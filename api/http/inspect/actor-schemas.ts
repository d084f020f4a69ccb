import { actorIn } from '../../../domain/catalog/known-actors.ts'
import { inspectEndpointRequest } from '../../../domain/cli/requests.ts'
import { withActorPrice } from '../../../domain/catalog/actor-price.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { readActorId } from '../../../domain/catalog/actor-schema.ts'
import type { ResolvedEndpoint } from '../../../domain/catalog/resolve.ts'
import { healthTargetOf } from '../../../domain/raw/request.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { OperationAnswer } from '../../../domain/operations/operations.ts'
import { findActorSchema, type StoredActorSchema, storeActorSchema } from '../../../db/catalog/actor-schemas/queries.ts'
import type { Database } from '../../../db/database.ts'
import { writeReported } from '../../../db/catalog/health/reported.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'
import { withoutPermit } from '../../limits/request-queues.ts'

export interface ActorSchemaDeps {
  readonly db: Database
  readonly providerCaller: ProviderCaller
  readonly now: () => number
}

/** The caller; with a test key as well, because an actor's input schema is public and costs nothing. */
export interface InspectingCaller {
  readonly workspaceId: string
  readonly environment: Environment
  readonly requestId: string
  /** A worker has the platform's account. */
  readonly usable: boolean
  /** For the log: the provider operation was not answered. */
  readonly onUnanswered: (cause: unknown) => void
}

export interface ActorSchemas {
  /**
   * The endpoint with its actor's input schema, and why that is missing or outdated. Other endpoints are returned
   * unchanged.
   */
  describe(
    found: ResolvedEndpoint,
    caller: InspectingCaller,
  ): Promise<{ readonly endpoint: CatalogEndpoint; readonly hints: readonly string[] }>
}

/** Actors change seldom, and a run checks its input anyway. */
const FRESH_MS = 24 * 60 * 60_000
/** After a failure no other request waits for the same actor for this long. */
const LEFT_ALONE_MS = 30_000
const LEFT_ALONE_MAX = 1_000

type Read = OperationAnswer<'actor_schema'>['found'] | 'unanswered'

/** Spec 2.3: an actor's input schema is read from its default build when it is first inspected, and kept for a day. */
export function createActorSchemas(deps: ActorSchemaDeps): ActorSchemas {
  const { db, now } = deps
  const reads = new SharedReads(deps)
  return {
    async describe({ endpoint, path }, caller) {
      if (endpoint.bodyType !== 'actor_input') return { endpoint, hints: [] }
      const actorId = readActorId(actorIn(endpoint.endpoint) ?? path['actorId'])
      if (actorId === null) return { endpoint, hints: [path['actorId'] === undefined ? NO_ACTOR : NO_SUCH_NAME] }
      const name = { provider: endpoint.provider, actorId }
      const stored = await findActorSchema(db, name)
      if (stored !== null && now() - stored.fetchedAt.getTime() < FRESH_MS)
        return { endpoint: described(endpoint, stored), hints: [] }
      const answer = await reads.read(endpoint, actorId, caller)
      const latest = answer === 'schema' ? await findActorSchema(db, name) : stored
      const hints = answer === 'schema' ? [] : [WHY[answer] + substituteFor(latest?.fetchedAt)]
      return { endpoint: latest === null ? endpoint : described(endpoint, latest), hints }
    },
  }
}

/** One read at a time for each actor, whichever request started it. */
class SharedReads {
  readonly #deps: ActorSchemaDeps
  readonly #underWay = new Map<string, Promise<Read>>()
  readonly #leftAlone = new Map<string, { readonly untilMs: number; readonly read: Read }>()

  constructor(deps: ActorSchemaDeps) {
    this.#deps = deps
  }

  async read(endpoint: CatalogEndpoint, actorId: string, caller: InspectingCaller): Promise<Read> {
    const { now } = this.#deps
    const key = `${endpoint.provider} ${actorId}`
    const left = this.#leftAlone.get(key)
    if (left !== undefined && now() < left.untilMs) return left.read
    const reading =
      this.#underWay.get(key) ??
      readSchema(this.#deps, { endpoint, actorId, caller }).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, reading)
    // Without the request's permit: the requests that wait for this read must not hold the permits that it needs.
    const answer = await withoutPermit(() => reading)
    this.#leftAlone.delete(key)
    if (answer === 'schema' || answer === 'no_account') return answer
    if (this.#leftAlone.size >= LEFT_ALONE_MAX) this.#leftAlone.clear()
    this.#leftAlone.set(key, { untilMs: now() + LEFT_ALONE_MS, read: answer })
    return answer
  }
}

interface SchemaRequest {
  readonly endpoint: CatalogEndpoint
  readonly actorId: string
  readonly caller: InspectingCaller
}

/** Lets a worker read the schema, and stores it with what the platform reports of the actor. */
async function readSchema(
  { db, providerCaller, now }: ActorSchemaDeps,
  { endpoint, actorId, caller }: SchemaRequest,
): Promise<Read> {
  const { workspaceId, environment, requestId, usable, onUnanswered } = caller
  if (!usable) return 'no_account'
  const { provider } = endpoint
  const reply = await providerCaller.call(`actor-schema:${requestId}`, {
    kind: 'actor_schema',
    workspaceId,
    environment,
    provider,
    actorId,
  })
  if (reply.kind === 'unanswered') {
    onUnanswered(reply.cause)
    return 'unanswered'
  }
  const { answer } = reply
  const at = new Date(now())
  if ((answer.found === 'schema' || answer.found === 'no_schema') && answer.runs) {
    const target = healthTargetOf({ ...endpoint, path: { actorId } })
    await writeReported(db, { provider, target, readAt: at, ...answer.runs })
  }
  if (answer.found !== 'schema') return answer.found
  await storeActorSchema(
    db,
    { provider, actorId },
    {
      fields: answer.fields,
      price: answer.price ?? null,
      fetchedAt: at,
    },
  )
  return 'schema'
}

const substituteFor = (fetchedAt: Date | undefined): string =>
  fetchedAt === undefined
    ? ' Send the input that the page of the actor describes.'
    : ` The schema shown was read on ${fetchedAt.toISOString()}.`

// apify is the only provider with actors.
const NO_ACTOR = `Put an actor into the path to see its input: ${inspectEndpointRequest('apify', '/v2/actors/apify~instagram-scraper/runs')}`
const NO_SUCH_NAME = 'This is not the name of an actor. A name is user~name, or the id of an actor.'

const WHY: Readonly<Record<Exclude<Read, 'schema'>, string>> = {
  no_account: "The actor's input cannot be read: this service has no account at the provider.",
  not_found: "The actor's input cannot be read: the provider knows no such public actor.",
  unreachable: "The actor's input cannot be read now: the provider did not return it.",
  unanswered: "The actor's input cannot be read now.",
  no_schema: 'The actor does not describe its input.',
}

function described(endpoint: CatalogEndpoint, { fields, price }: StoredActorSchema): CatalogEndpoint {
  const body = { ...fields, type: 'object', encoding: 'json', needed: endpoint.body?.needed ?? false } as const
  return { ...withActorPrice(endpoint, shownPrice(endpoint, price)), body }
}

/** As a run is planned: where the actor publishes none, the catalog's price stays. */
const shownPrice = ({ actorPrice }: CatalogEndpoint, read: StoredActorSchema['price']): StoredActorSchema['price'] =>
  read ?? actorPrice ?? null
