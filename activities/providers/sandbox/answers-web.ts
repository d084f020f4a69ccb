import { SEO_BACKLINKS_LIMIT_DEFAULT } from '../../../domain/capabilities/seo-backlinks.ts'
import { SEO_KEYWORDS_LIMIT_DEFAULT } from '../../../domain/capabilities/seo-keywords.ts'
import { SEO_SERP_LIMIT_DEFAULT } from '../../../domain/capabilities/seo-serp.ts'
import { WEB_MAP_LIMIT_DEFAULT } from '../../../domain/capabilities/web-map.ts'
import { WEB_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/web-search.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { listOf } from './lists.ts'
import { dayOf } from './records.ts'
import type { Seed } from './seed.ts'
import { slugOf, textAt, textsAt } from './subject.ts'

const queryOf = (input: JsonObject): string => textAt(input, 'query') ?? 'simulation'

const hitUrl = (seed: Seed, query: string, position: number): string =>
  `https://www.example.com/${slugOf(query, '-')}/${position}-${seed.id(`hit${position}`)}`

export function webSearch(input: JsonObject, seed: Seed): JsonObject {
  const query = queryOf(input)
  return {
    results: listOf(input, WEB_SEARCH_LIMIT_DEFAULT, (position) => ({
      position,
      title: `Simulated result ${position} for ${query}`,
      url: hitUrl(seed, query, position),
      snippet: `Simulated text that mentions ${query}.`,
      published_at: null,
    })),
  }
}

const CONTENT: Readonly<Record<string, string>> = {
  markdown: '# Simulated page\n\nThis text replaces the page, which was not read.',
  text: 'Simulated page\n\nThis text replaces the page, which was not read.',
  html: '<h1>Simulated page</h1><p>This text replaces the page, which was not read.</p>',
}

export function webScrape(input: JsonObject, seed: Seed): JsonObject {
  const format = textAt(input, 'format') ?? 'markdown'
  return {
    url: textAt(input, 'url') ?? null,
    title: 'Simulated page',
    description: 'Simulated description of the page.',
    language: 'en',
    format,
    content: CONTENT[format] ?? null,
    truncated: false,
    links: [1, 2, 3].map((position) => `https://www.example.com/page/${seed.id(`link ${position}`)}`),
  }
}

/** A simulated site has endless pages; a real one ends. */
export function webMap(input: JsonObject, seed: Seed): JsonObject {
  const query = textAt(input, 'query')
  return {
    url: textAt(input, 'url') ?? null,
    links: listOf(input, WEB_MAP_LIMIT_DEFAULT, (position) => ({
      url: `https://www.example.com/${query === undefined ? 'page' : slugOf(query, '-')}/${seed.id(`page ${position}`)}`,
      title: `Simulated page ${position}${query === undefined ? '' : ` about ${query}`}`,
    })),
  }
}

/** Exactly the requested keywords, or as many made-up ones as the limit allows. */
export function seoKeywords(input: JsonObject, seed: Seed): JsonObject {
  const requested = textsAt(input, 'keywords')
  const subject = textAt(input, 'seed') ?? textAt(input, 'domain') ?? 'simulation'
  const keywords =
    requested.length > 0
      ? requested
      : listOf(input, SEO_KEYWORDS_LIMIT_DEFAULT, (position) => `${subject} idea ${position} (simulated)`)
  return { keywords: keywords.map((keyword) => measuredKeyword(keyword, seed)) }
}

function measuredKeyword(keyword: string, seed: Seed): JsonObject {
  const volume = seed.number(`volume ${keyword}`, 10, 40_000)
  return {
    keyword,
    search_volume: volume,
    cpc_usd: seed.number(`cpc ${keyword}`, 5, 900) / 100,
    competition: seed.number(`competition ${keyword}`, 0, 100) / 100,
    difficulty: seed.number(`difficulty ${keyword}`, 0, 100),
    intent: seed.pick(`intent ${keyword}`, ['informational', 'commercial', 'transactional', 'navigational']),
    monthly: ['2024-11', '2024-10', '2024-09'].map((month, index) => ({
      month,
      search_volume: Math.max(0, volume - 10 * index),
    })),
  }
}

export function seoBacklinks(input: JsonObject, seed: Seed): JsonObject {
  const target = textAt(input, 'url') ?? textAt(input, 'domain') ?? 'example.com'
  const total = seed.number('total', 600, 90_000)
  return {
    target,
    total,
    referring_domains: Math.floor(total / 3),
    rank: seed.number('rank', 1, 1_000),
    backlinks: listOf(input, SEO_BACKLINKS_LIMIT_DEFAULT, (position) => ({
      url_from: `https://site-${position}.example/${seed.id(`link ${position}`)}`,
      domain_from: `site-${position}.example`,
      title_from: `Simulated page ${position}`,
      url_to: textAt(input, 'url') ?? `https://${target}/`,
      anchor: 'a simulated link',
      dofollow: seed.pick(`follow ${position}`, [true, true, false]),
      rank: seed.number(`rank ${position}`, 1, 1_000),
      first_seen: '2022-02-01',
      last_seen: dayOf(position),
    })),
  }
}

export function seoSerp(input: JsonObject, seed: Seed): JsonObject {
  const query = queryOf(input)
  return {
    query,
    total: seed.number('total', 10_000, 9_000_000),
    features: ['organic', 'people_also_ask'],
    results: listOf(input, SEO_SERP_LIMIT_DEFAULT, (position) => ({
      position,
      type: 'organic',
      title: `Simulated result ${position} for ${query}`,
      url: hitUrl(seed, query, position),
      domain: 'www.example.com',
      snippet: `Simulated text that mentions ${query}.`,
    })),
  }
}
