import { raw } from '@mikro-orm/core'
import type { IssueMatcher, KnownIssue, KnownIssueStatus } from '../../domain/feedback/known-issue.ts'
import type { FeedbackType } from '../../domain/feedback/report.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import { KnownIssueRow } from './known-issue-entity.ts'

/** Every report is compared with every issue; an operator who tracks more issues has another tool for them. */
const KNOWN_ISSUES_MAX = 500

const issueOf = ({ id, title, status, workaround, endpoint, types, words }: KnownIssueRow): KnownIssue => ({
  id,
  title,
  status,
  workaround: workaround ?? null,
  matcher: { endpoint: endpoint ?? null, types, words },
})

/** Newest first. */
export const readKnownIssues = async (db: Database): Promise<KnownIssue[]> =>
  (
    await db.entities({ name: 'read_known_issues', effect: false }, (em) =>
      em.findAll(KnownIssueRow, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: KNOWN_ISSUES_MAX }),
    )
  ).map(issueOf)

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
  db: Database,
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

export const SET_KNOWN_ISSUE = { name: 'set_known_issue', effect: true } as const
export const REMOVE_KNOWN_ISSUE = { name: 'remove_known_issue', effect: true } as const

/** False when there is no such issue. */
export const setKnownIssue = async (
  db: Database,
  id: string,
  { title, status, workaround }: KnownIssueChange,
): Promise<boolean> =>
  (await db.entities(SET_KNOWN_ISSUE, (em) =>
    em.nativeUpdate(KnownIssueRow, id, {
      ...(title !== null && { title }),
      ...(status !== null && { status }),
      ...(workaround !== null && { workaround: workaround === '' ? null : workaround }),
      updatedAt: raw('clock_timestamp()'),
    }),
  )) === 1

/** False when there is no such issue. Its reports stay, without it. */
export const removeKnownIssue = async (db: Database, id: string): Promise<boolean> =>
  (await db.entities(REMOVE_KNOWN_ISSUE, (em) => em.nativeDelete(KnownIssueRow, id))) === 1
