import { fundingResult } from '../records.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { amountOf, dateOf, hostOf, objectOf, objectsOf, textOf } from '../wire.ts'

/** How many organizations of one name are searched for the requested one. */
const NAMESAKES_MAX = 10
const ROUNDS_MAX = 100

/** Body of POST /searches/organizations; null: neither domain nor name. */
export function searchBody(input: JsonObject): JsonObject | null {
  const domain = hostOf(input.domain)
  const name = textOf(input.name)
  const predicate =
    domain !== null
      ? (['website_url', 'domain_eq', domain] as const)
      : name !== null
        ? (['identifier', 'contains', name] as const)
        : null
  if (predicate === null) return null
  const [field_id, operator_id, value] = predicate
  return {
    field_ids: ['identifier'],
    order: [{ field_id: 'rank_org', sort: 'asc' }],
    query: [{ type: 'predicate', field_id, operator_id, values: [value] }],
    limit: NAMESAKES_MAX,
  }
}

/** Query of GET /entities/organizations/{entity_id}. */
export const entityQuery = { field_ids: 'identifier,funding_total', card_ids: 'raised_funding_rounds' } as const

/**
 * The requested organization: the first of its domain, or the one of exactly this name. null: none; undefined: no list
 * at all.
 */
export function readEntityId(body: Json, input: JsonObject): string | null | undefined {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.entities)) return undefined
  const byName = hostOf(input.domain) === null ? textOf(input.name)?.toLowerCase() : undefined
  for (const entity of objectsOf(answer.entities, NAMESAKES_MAX)) {
    const identifier = objectOf((objectOf(entity.properties) ?? entity).identifier)
    const id = textOf(entity.uuid) ?? textOf(identifier?.uuid)
    if (id !== null && (byName === undefined || textOf(identifier?.value)?.toLowerCase() === byName)) return id
  }
  return null
}

/** null: neither a sum nor a round is known. */
export function readFunding(body: JsonObject): JsonObject | null {
  const total = amountOf(objectOf(objectOf(body.properties)?.funding_total)?.value_usd)
  return fundingResult(total, objectsOf(objectOf(body.cards)?.raised_funding_rounds, ROUNDS_MAX).map(round))
}

function round(entry: JsonObject): JsonObject {
  const investors = objectsOf(entry.investor_identifiers, 100).flatMap((investor) => textOf(investor.value) ?? [])
  return {
    type: textOf(entry.investment_type),
    amount_usd: amountOf(objectOf(entry.money_raised)?.value_usd),
    date: dateOf(entry.announced_on),
    investors: Array.isArray(entry.investor_identifiers) ? investors : null,
  }
}
