import type { IssueMatcher, KnownIssue, KnownIssueStatus } from '../../../domain/feedback/known-issue.ts'
import type { FeedbackType } from '../../../domain/feedback/report.ts'
import type { Queries } from '../../database.ts'
import { type NoValues, statement } from '../../statement.ts'
import { newId } from '../../ids.ts'

/** Every report is compared with every issue; an operator who tracks more issues has another tool for them. */
const KNOWN_ISSUES_MAX = 500

interface IssueRow extends Omit<KnownIssue, 'matcher'>, IssueMatcher {}

const issueOf = ({ id, title, status, workaround, ...matcher }: IssueRow): KnownIssue => ({
  id,
  title,
  status,
  workaround,
  matcher,
})

export const READ_KNOWN_ISSUES = statement<NoValues, IssueRow>({
  name: 'read_known_issues',
  effect: false,
  text: `select id, title, status, workaround, endpoint, types, words from known_issue
    order by created_at desc, id desc limit ${KNOWN_ISSUES_MAX}`,
})

/** Newest first. */
export const readKnownIssues = async (db: Queries): Promise<KnownIssue[]> =>
  (await db.query(READ_KNOWN_ISSUES, {})).map(issueOf)

export const ADD_KNOWN_ISSUE = statement<
  {
    id: string
    title: string
    status: KnownIssueStatus
    workaround: string | null
    endpoint: string | null
    types: readonly FeedbackType[]
    words: readonly string[]
  },
  { id: string }
>({
  name: 'add_known_issue',
  effect: true,
  text: `insert into known_issue (id, title, status, workaround, endpoint, types, words)
    select :id, :title, :status, :workaround, :endpoint, :types, :words
      where (select count(*) from known_issue) < ${KNOWN_ISSUES_MAX}
    returning id`,
})

export interface NewKnownIssue {
  readonly title: string
  readonly status: KnownIssueStatus
  readonly workaround: string | null
  readonly matcher: IssueMatcher
}

/** The new issue's id; null when the maximum is reached. */
export async function addKnownIssue(
  db: Queries,
  { title, status, workaround, matcher: { endpoint, types, words } }: NewKnownIssue,
): Promise<string | null> {
  const [row] = await db.query(ADD_KNOWN_ISSUE, {
    id: newId('issue'),
    title,
    status,
    workaround,
    endpoint,
    types,
    words,
  })
  return row?.id ?? null
}

export interface KnownIssueChange {
  /** null, for every member: unchanged. */
  readonly title: string | null
  readonly status: KnownIssueStatus | null
  /** Empty: removes the workaround. */
  readonly workaround: string | null
}

export const SET_KNOWN_ISSUE = statement<
  { id: string; title: string | null; status: KnownIssueStatus | null; workaround: string | null },
  { id: string }
>({
  name: 'set_known_issue',
  effect: true,
  text: `update known_issue set title = coalesce(:title, title), status = coalesce(:status, status),
      workaround = case when :workaround::text is null then workaround else nullif(:workaround, '') end,
      updated_at = clock_timestamp()
    where id = :id returning id`,
})

/** False when there is no such issue. */
export const setKnownIssue = async (
  db: Queries,
  id: string,
  { title, status, workaround }: KnownIssueChange,
): Promise<boolean> => (await db.query(SET_KNOWN_ISSUE, { id, title, status, workaround })).length === 1

export const REMOVE_KNOWN_ISSUE = statement<{ id: string }, { id: string }>({
  name: 'remove_known_issue',
  effect: true,
  text: 'delete from known_issue where id = :id returning id',
})

/** False when there is no such issue. Its reports stay, without it. */
export const removeKnownIssue = async (db: Queries, id: string): Promise<boolean> =>
  (await db.query(REMOVE_KNOWN_ISSUE, { id })).length === 1
