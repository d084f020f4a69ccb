import { defineEntity, p } from '@mikro-orm/core'
import { KNOWN_ISSUE_STATUSES } from '../../domain/feedback/known-issue.ts'
import {
  FEEDBACK_OUTCOMES,
  FEEDBACK_TYPES,
  type FeedbackReport as Report,
  type FeedbackType,
} from '../../domain/feedback/report.ts'

/** A problem that the operator tracks; the answer to a report about it says so (Spec 3.2, 4.12). */
const KnownIssueSchema = defineEntity({
  name: 'KnownIssue',
  tableName: 'known_issue',
  properties: {
    id: p.text().primary(),
    title: p.text(),
    status: p.enum(KNOWN_ISSUE_STATUSES),
    workaround: p.text().nullable(),
    endpoint: p.text().nullable(),
    types: p.array<FeedbackType>().columnType('text[]'),
    words: p.array<string>().columnType('text[]'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export class KnownIssueRow extends KnownIssueSchema.class {}
KnownIssueSchema.setClass(KnownIssueRow)

/** What a client reported, redacted. */
const FeedbackReportSchema = defineEntity({
  name: 'FeedbackReport',
  tableName: 'feedback_report',
  properties: {
    id: p.text().primary(),
    receivedAt: p.datetime(),
    type: p.enum(FEEDBACK_TYPES),
    endpoint: p.text().nullable(),
    outcome: p.enum(FEEDBACK_OUTCOMES).nullable(),
    requestId: p.text().nullable(),
    sessionId: p.text().nullable(),
    knownIssueId: p.text().nullable(),
    contentHash: p.blob(),
    report: p.json<Report>().columnType('json'),
  },
})
export class FeedbackReport extends FeedbackReportSchema.class {}
FeedbackReportSchema.setClass(FeedbackReport)
