import { COMPANY_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/company-search.ts'
import { COMPANY_SIMILAR_LIMIT_DEFAULT } from '../../../domain/capabilities/company-similar.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { companyRecord } from '../records.ts'
import { countOf, hostOf, objectOf, objectsOf, textOf } from '../wire.ts'
import { companyOf } from './map.ts'

/** The largest list of a capability. */
const ITEMS_MAX = 100

/** Query of GET /v2/companies/similar; null without a site. A list in a query is JSON, encoded once more. */
export function similarQuery(input: JsonObject): Record<string, string | number> | null {
  const domain = hostOf(input.domain)
  return domain === null
    ? null
    : {
        domains: encodeURIComponent(JSON.stringify([domain])),
        size: countOf(input.limit) ?? COMPANY_SIMILAR_LIMIT_DEFAULT,
      }
}

/** Query of GET /v2/companies/by-prompt: the provider reads the words as a description of the companies. */
export function promptQuery(input: JsonObject): Record<string, string | number> | null {
  const prompt = textOf(input.query)
  return prompt === null
    ? null
    : { prompt, size: countOf(input.limit) ?? COMPANY_SEARCH_LIMIT_DEFAULT, page: countOf(input.page) ?? 1 }
}

/** Each costs a credit, and the price has one for the company itself: the best match, if it has exactly that name. */
const NAMESAKES = 1

/** Query of GET /v2/companies/by-name. */
export function nameQuery(input: JsonObject): Record<string, string | number> | null {
  const name = textOf(input.name)
  return name === null ? null : { name, exactWordsMatch: 'true', size: NAMESAKES }
}

/** The site of a company that was looked up by its LinkedIn page or by its name; null: not known. */
export function siteOf(body: Json, input: JsonObject): string | null {
  const answer = objectOf(body)
  const name = textOf(input.name)?.toLowerCase()
  const found = Array.isArray(answer?.companies)
    ? objectsOf(answer.companies, NAMESAKES).find((one) => textOf(objectOf(one.about)?.name)?.toLowerCase() === name)
    : answer
  return hostOf(objectOf(found?.domain)?.domain)
}

/** null: no list at all. Similar companies have no total: every company is similar to some degree. */
export function readCompanies(
  body: Json,
  input: JsonObject,
): { readonly output: JsonObject; readonly items: readonly JsonObject[] } | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.companies)) return null
  const items = objectsOf(answer.companies, countOf(input.limit) ?? ITEMS_MAX).flatMap((company) => {
    const known = companyOf(company)
    return known === null ? [] : [companyRecord(known)]
  })
  const output: JsonObject =
    input.query === undefined ? { items } : { items, total: countOf(objectOf(answer.meta)?.total) }
  return { output, items }
}
