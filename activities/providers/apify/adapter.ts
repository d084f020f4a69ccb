import { findCapability } from '../../../domain/capabilities/catalog.ts'
import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { costWithin, PLATFORM_MULTIPLIER } from '../../../domain/money/multiplier.ts'
import { maxCharge } from '../../../domain/routing/price.ts'
import { notOffered } from '../lookup.ts'
import { countOf, objectsOf, textOf } from '../wire.ts'
import { type ApifyAccount, ITEMS_MAX } from './client.ts'
import { apifyManifest } from './manifest.ts'
import type { PlatformQuery } from './platform-query.ts'
import { queryFor } from './platforms.ts'
import { type ActorEnd, runActor } from './run-actor.ts'
import type { Served } from './served.ts'

/**
 * Calls the actor that serves a capability on a platform: one run per attempt, capped at the cost that the caller
 * accepted.
 */
export function createApifyAdapter({ http, apiKey, baseUrl }: ApifyAccount): ProviderAdapter {
  return {
    async attempt(call) {
      const request = requestedOf(call)
      if (request === null) return notOffered
      const end = await runActor(
        { http, apiKey, baseUrl },
        {
          actorId: request.served.actor,
          body: { kind: 'json', value: request.input },
          query: {},
          cap: request.cap,
          limitPermissions: true,
          deadlineMs: call.deadlineMs,
          signal: call.signal,
          resume: call.resume ?? null,
          onStarted: call.onStarted ?? (() => Promise.resolve()),
        },
      )
      return end.kind === 'failed' ? end.failure : resultOf(end, call, request)
    },
  }
}

interface ActorRequest {
  readonly served: Served
  readonly platformQuery: PlatformQuery
  readonly input: JsonObject
  readonly cap: Microdollars
  /** null: a single answer. */
  readonly limit: number | null
}

function requestedOf({ capability: slug, input: given }: AttemptCall): ActorRequest | null {
  const capability = findCapability(slug)
  const offer = apifyManifest.offers.find((one) => one.capability === slug)
  const query = queryFor(slug, given)
  if (capability === undefined || offer === undefined || query === null) return null
  const { limitField } = capability
  const limit =
    limitField === undefined || offer.pricing.model === 'flat'
      ? null
      : (countOf(given[limitField]) ?? offer.pricing.defaultLimit)
  const input = query.platformQuery.input(given, limit ?? 1)
  return input === null
    ? null
    : {
        ...query,
        input,
        limit,
        cap: costWithin(maxCharge(offer.pricing, given, limitField), PLATFORM_MULTIPLIER),
      }
}

type Ended = Extract<ActorEnd, { kind: 'ended' }>

function resultOf(
  { run, items }: Ended,
  { input }: AttemptCall,
  { served, platformQuery, limit }: ActorRequest,
): AdapterResult {
  const raw: Json = [...items]
  const reported = objectsOf(raw, ITEMS_MAX)
  const read = reported
    .filter((item) => errorOf(item) === null)
    .map((item) => platformQuery.read(item, input))
    .filter((one) => one !== null)
    .slice(0, limit ?? 1)
  const [first] = read
  if (first === undefined) return withoutResults(run.status, reported, raw)
  return {
    kind: 'delivered',
    output: limit === null ? first : { items: read },
    raw,
    units: unitsOf(
      { read: read.length, reported: reported.length, limit: limit ?? 1 },
      { input, platformQuery, served },
    ),
    cost: run.cost,
    ...(run.status === 'SUCCEEDED'
      ? {}
      : { detail: `partial: the run ended as ${run.status}; ${read.length} results were kept` }),
  }
}

/**
 * The results to bill: those delivered. Where a filter has left out what the actor collected, those that it was paid
 * for count, beyond the ones that the base price pays for.
 */
function unitsOf(
  { read, reported, limit }: { readonly read: number; readonly reported: number; readonly limit: number },
  { input, platformQuery, served }: Pick<ActorRequest, 'platformQuery' | 'served'> & { readonly input: JsonObject },
): number {
  const { filter } = platformQuery
  if (filter === undefined || textOf(input[filter]) === null) return read
  return Math.max(read, Math.min(limit, reported - (served.atLeast ?? 0)))
}

/** No deliverable result: the actor found nothing, or ended before it could look. */
function withoutResults(status: string, items: readonly JsonObject[], raw: Json): AdapterResult {
  if (status !== 'SUCCEEDED') {
    return {
      kind: 'failed',
      outcome: status === 'TIMED-OUT' ? 'provider_timeout' : 'provider_error',
      detail: `the run ended as ${status} without results`,
    }
  }
  const errors = items.flatMap((item) => errorOf(item) ?? [])
  if (errors.length === 0 || errors.some((error) => NOTHING_THERE.test(error)))
    return { kind: 'noMatch', detail: 'no results', raw }
  const code = errors.find((error) => CODE.test(error))
  return {
    kind: 'failed',
    outcome: 'provider_error',
    detail: code === undefined ? 'the actor reports an error' : `the actor reports ${code}`,
  }
}

/** Actors report what they could not collect as items. */
const errorOf = (item: JsonObject): string | null => textOf(item.errorCode) ?? textOf(item.error)
const NOTHING_THERE = /not[_ ]?found|no_items|private|empty|does not exist|invalid_urls/i
/** A longer text may quote the input. */
const CODE = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/
