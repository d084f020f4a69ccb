import type { RequestedSubject } from '../../../domain/history/requested-subject.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { listedRuns } from './listed.ts'
import { type HistoryScope, matchingRuns, type SubjectValues, subjectValues } from './matches.ts'

/** A person who looks for a run reads the newest; more ids would make the next statement large. */
const RUNS_MAX = 2_000

const about = (words: string | null): string =>
  `with ${listedRuns('unnest(:kinds::text[], :values::text[]) as requested (kind, value)', { words })}
    select run_id from (${matchingRuns(RUNS_MAX, words)}) found`

export const READ_ABOUT = statement<SubjectValues, { run_id: string }>({
  name: 'read_runs_about',
  effect: false,
  text: about(null),
})
export const READ_ABOUT_BY_WORDS = statement<SubjectValues & { words: readonly string[] }, { run_id: string }>({
  name: 'read_runs_about_by_words',
  effect: false,
  text: about(':words::text[]'),
})

/** The ids of the newest ended runs whose input or result names the subject, as the history finds them. */
export async function readRunsAbout(
  db: Queries,
  scope: HistoryScope,
  subject: RequestedSubject,
): Promise<readonly string[]> {
  const values = subjectValues(scope, subject)
  const { words } = subject
  const found = await (words.length === 0
    ? db.query(READ_ABOUT, values)
    : db.query(READ_ABOUT_BY_WORDS, { ...values, words }))
  return found.map(({ run_id: id }) => id)
}
