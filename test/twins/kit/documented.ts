import { questionOf, valueOf } from '../../../activities/providers/sandbox/answer-values.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { isJsonObject, type JsonObject } from '../../../domain/json/json.ts'
import type { TwinCall, TwinReply } from './twin.ts'

/** An answer of the form that the provider's document describes, about the values of the request. */
export function documentedAnswer(endpoint: CatalogEndpoint, call: TwinCall): TwinReply {
  if (endpoint.answer === undefined) return { json: {} }
  const query: JsonObject = Object.fromEntries(call.query)
  const { body } = call
  const input = body !== null && (isJsonObject(body) || Array.isArray(body)) ? { input: body } : {}
  return { json: valueOf(endpoint.answer, questionOf({ path: { ...call.path }, query, ...input }, call.route)) }
}
