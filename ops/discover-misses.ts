import { parseArgs } from 'node:util'
import { MISS_RETENTION_DAYS } from '../domain/discover/missed-words.ts'
import { listMisses } from '../db/catalog/discover/misses.ts'
import { withDatabase } from './reach/with-database.ts'

/**
 * `npm run discover:misses -- [--since 2026-11-01] [--limit 50]`: words of searches that found nothing, the most
 * frequent first, one JSON object a line. The last line sums up the words that too few callers have used to show them.
 */
const DAY_MS = 86_400_000
const LIMIT_MAX = 1_000

const { values } = parseArgs({ options: { since: { type: 'string' }, limit: { type: 'string', default: '50' } } })
const since = values.since === undefined ? new Date(Date.now() - MISS_RETENTION_DAYS * DAY_MS) : new Date(values.since)
const limit = Number(values.limit)
if (Number.isNaN(since.getTime())) throw new Error(`--since must be a date, not "${values.since}".`)
if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
  throw new Error(`--limit must be an integer from 1 to ${LIMIT_MAX}.`)

await withDatabase({ applicationName: 'discover-misses' }, async (db) => {
  for (const { word, words, misses, days, lastDay } of await listMisses(db, { since, limit }))
    console.log(
      JSON.stringify(word === null ? { hidden_words: words, misses } : { word, misses, days, last_day: lastDay }),
    )
})
