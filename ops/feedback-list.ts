import { parseArgs } from 'node:util'
import { FEEDBACK_TYPES } from '../domain/feedback/report.ts'
import { listFeedback, type ReportedRun } from '../db/catalog/feedback/reports.ts'
import { formatUsdOrNull } from '../domain/money/microdollars.ts'
import { withDatabase } from './reach/with-database.ts'

/**
 * `npm run feedback:list -- [--since 2026-11-01] [--type bug] [--limit 50]`: reports, newest first, one JSON object a
 * line.
 */
const WEEK_MS = 7 * 86_400_000
const LIMIT_MAX = 1_000

const { values } = parseArgs({
  options: { since: { type: 'string' }, type: { type: 'string' }, limit: { type: 'string', default: '50' } },
})
const since = values.since === undefined ? new Date(Date.now() - WEEK_MS) : new Date(values.since)
const limit = Number(values.limit)
const type = values.type ?? null
if (Number.isNaN(since.getTime())) throw new Error(`--since must be a date, not "${values.since}".`)
if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
  throw new Error(`--limit must be an integer from 1 to ${LIMIT_MAX}.`)
if (type !== null && !FEEDBACK_TYPES.some((one) => one === type))
  throw new Error(`--type must be one of ${FEEDBACK_TYPES.join(', ')}.`)

const usd = (microdollars: string | null): string | null =>
  formatUsdOrNull(microdollars === null ? null : BigInt(microdollars))
const withAmounts = ({ charged, credited, ...run }: ReportedRun): object => ({
  ...run,
  charged: usd(charged),
  credited: usd(credited),
})

await withDatabase({ applicationName: 'feedback-list' }, async (db) => {
  for (const { id, receivedAt, report, knownIssue, sameContent, sessions, run } of await listFeedback(db, {
    since,
    type,
    limit,
  })) {
    console.log(
      JSON.stringify({
        id,
        received_at: receivedAt.toISOString(),
        known_issue: knownIssue,
        same_content: sameContent,
        sessions,
        run: run === null ? null : withAmounts(run),
        ...report,
      }),
    )
  }
})
