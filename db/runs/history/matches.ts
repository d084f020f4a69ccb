import type { RequestedSubject } from '../../../domain/history/requested-subject.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { wordHash } from './index.ts'
import { isAboutSubject } from './reusable.ts'

export interface HistoryScope {
  readonly workspaceId: string
  readonly environment: Environment
}

/**
 * Sums and counts cover at most this many of the newest matching runs: each costs one lookup of the run, and a domain
 * of a large mail provider may have 100,000. The index alone gives the newest and the oldest of all, however many there
 * are.
 */
export const COUNTED_MAX = 10_000

/**
 * The place of a match by a message that reached the subject, though neither input nor result names it: through a chat,
 * or the row of `record`. It is the last in the order of places.
 */
export const TOUCHED = 'touched'

/** The runs of the newest messages to a form in `requested`. */
export const touchedRuns = (limit: number): string => `select run_id from touch
          where workspace_id = :workspaceId and environment = :environment
            and kind = requested.kind and value = requested.value
          order by run_id desc limit ${limit}`

/**
 * A subquery of the matching runs, newest first, each once with its best match: exact before not, input before result
 * (Spec 4.5), and a message that reached the subject after both: touches are of matching runs (Spec 2.8). Its values
 * are `SubjectValues`; `words` is the SQL of a name's words. It reads the CTE `listed` (`listedRuns`), which has the
 * matches in long lists.
 *
 * The key of `run_subject` ends in the run, and run ids sort by time. So the newest runs of a subject are the end of
 * one range of its index, however many there are. The words of a name have a separate index, whose matches must be read
 * to be sorted.
 */
export const matchingRuns = (
  limit: number,
  words: string | null,
): string => `select distinct on (run_id) run_id, place, path, exact, named from (
      select s.run_id, s.place, s.path, s.exact, ${isAboutSubject('s.place', 's.exact')} as named
        from unnest(:kinds::text[], :values::text[]) as requested(kind, value) cross join lateral (
        select run_id, place, path, exact from run_subject
        where workspace_id = :workspaceId and environment = :environment
          and kind = requested.kind and value = requested.value
          order by run_id desc limit ${limit}) s
      ${
        words === null
          ? ''
          : `union all (select run_id, place, path, false, false from run_subject
        where workspace_id = :workspaceId and environment = :environment and kind = 'text'
          and value <> all (:values::text[])
          and words @> array(select ${wordHash(':workspaceId', ':environment', 'word')} from unnest(${words}) as word)
        order by run_id desc limit ${limit})`
      }
      union all select run_id, place, path, exact, named from listed
      union all
      select t.run_id, '${TOUCHED}', '$', false, false
        from unnest(:kinds::text[], :values::text[]) as requested(kind, value) cross join lateral (
        ${touchedRuns(limit)}) t
    ) matched order by run_id desc, exact desc, place limit ${limit}`

export type SubjectValues = {
  workspaceId: string
  environment: Environment
  /** Of the forms. */
  kinds: readonly string[]
  values: readonly string[]
}

export const subjectValues = (
  { workspaceId, environment }: HistoryScope,
  { forms }: RequestedSubject,
): SubjectValues => ({
  workspaceId,
  environment,
  kinds: forms.map(({ kind }) => kind),
  values: forms.map(({ value }) => value),
})
