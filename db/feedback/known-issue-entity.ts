import { defineEntity, p } from '@mikro-orm/core'
import { KNOWN_ISSUE_STATUSES } from '../../domain/feedback/known-issue.ts'
import type { FeedbackType } from '../../domain/feedback/report.ts'

/** A problem that the operator tracks; the answer to a report about it says so (Spec 3.2, 4.12). */
const KnownIssueSchema = defineEntity({
  name: 'KnownIssue',
  tableName: 'known_issue',
  properties: {
    id: p.text().primary(),
    title: p.text().check(`title <> ''`),
    status: p.enum(KNOWN_ISSUE_STATUSES),
    workaround: p.text().nullable(),
    /** A report matches if its endpoint, type and words all match; an empty condition matches any. */
    endpoint: p.text().nullable().check(`endpoint <> ''`),
    types: p.array<FeedbackType>().columnType('text[]').default([]),
    words: p.array<string>().columnType('text[]').default([]),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    updatedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  checks: [{ name: 'known_issue_check', expression: 'endpoint is not null or cardinality(words) > 0' }],
})
export class KnownIssueRow extends KnownIssueSchema.class {}
KnownIssueSchema.setClass(KnownIssueRow)
