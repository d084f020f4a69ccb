import { matchIssue } from '../../../domain/feedback/known-issue.ts'
import { redactReport } from '../../../domain/feedback/redact.ts'
import { FEEDBACK_BYTES_MAX, FEEDBACK_QUOTAS } from '../../../domain/feedback/report.ts'
import type { Database } from '../../../db/database.ts'
import { readKnownIssues } from '../../../db/catalog/feedback/known-issues.ts'
import { storeFeedback } from '../../../db/catalog/feedback/reports.ts'
import { newId } from '../../../db/ids.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { FeedbackAccepted, FeedbackRequest } from '../../schemas/feedback.ts'

/** The report may be sent once more, but not at once. */
const RETRY_AFTER_SECONDS = 30

/** Spec 4.12: takes a report from any client, without the data that must not be stored. */
export const sendFeedback = ({ db, now }: { readonly db: Database; readonly now: () => Date }) =>
  defineRoute({
    operationId: 'sendFeedback',
    method: 'POST',
    path: '/feedback',
    summary: 'Send feedback',
    description:
      'For agents, without a key (Agent Feedback Protocol 0.1). Secrets, card numbers and email addresses are removed before the report is stored. A response with `known_issue` means that the problem is tracked; it contains a workaround if one is known. Each client address can send 30 reports a minute and 300 an hour.',
    tags: ['Feedback'],
    spec: '4.12',
    access: 'public',
    maxBodyBytes: FEEDBACK_BYTES_MAX,
    exactNumbers: true,
    bodyRefusal: 'invalid_feedback',
    quotas: FEEDBACK_QUOTAS,
    body: FeedbackRequest,
    bodyExamples: {
      missing: {
        summary: 'A missing feature',
        value: {
          type: 'missing_capability',
          goal: 'Find companies that are hiring in Lisbon',
          endpoint: 'company.search',
          message: 'There is no filter for the location of open positions.',
          outcome: 'blocked',
        },
      },
      error: {
        summary: 'An unclear error',
        value: {
          type: 'unhelpful_error',
          goal: "Read a lead's phone number",
          endpoint: '/v1/run',
          method: 'POST',
          message: 'The error did not state which input was wrong.',
          outcome: 'degraded',
          workaround: true,
          workaround_description: 'Omitted the country.',
          evidence: { status_code: 400 },
        },
      },
    },
    responses: { 202: { description: 'The report is stored.', schema: FeedbackAccepted } },
    errors: ['invalid_feedback', 'unavailable'],
    async handler({ body, log, reply }) {
      const report = redactReport(body)
      const id = newId('fb')
      const receivedAt = now()
      const issue = await stored(async () => {
        const known = matchIssue(report, await readKnownIssues(db))
        await storeFeedback(db, { id, receivedAt, report, knownIssueId: known?.id ?? null })
        return known
      })
      log.info({ feedback_id: id, type: report.type }, 'feedback_received')
      return reply(202, {
        id,
        status: 'accepted',
        received_at: receivedAt.toISOString(),
        ...(issue === null
          ? {}
          : {
              known_issue: {
                id: issue.id,
                title: issue.title,
                status: issue.status,
                ...(issue.workaround === null ? {} : { workaround: issue.workaround }),
              },
            }),
      })
    },
  })

/** Whatever the error: the client sends the report once more (Spec 4.12). */
async function stored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new Problem('unavailable', 'The report could not be stored. Send it again later.', {
      cause,
      retry_after: RETRY_AFTER_SECONDS,
    })
  }
}
