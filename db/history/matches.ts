import type { AskedSubject } from '../../domain/history/ask.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { wordHash } from './index.ts'
import { namedBy } from './reusable.ts'

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
 * A subquery of the matching runs, newest first, each once with its best match: exact before not, input before result
 * (Spec 4.5). `$1` to `$4` are the workspace, the environment, and the kinds and values of the forms; `words` is the
 * SQL of a name's words.
 *
 * The key of `run_subject` ends in the run, and run ids sort by time. So the newest runs of a subject are the end of
 * one range of its index, however many there are. The words of a name have a separate index, whose matches must be read
 * to be sorted.
 */
export const matchingRuns = (
  limit: number,
  words: string | null,
): string => `select distinct on (run_id) run_id, place, path, exact, named from (
      select s.run_id, s.place, s.path, s.exact, ${namedBy('s')} as named from unnest($3::text[], $4::text[]) as asked(kind, value) cross join lateral (
        select run_id, place, path, exact from run_subject
        where workspace_id = $1 and environment = $2 and kind = asked.kind and value = asked.value order by run_id desc limit ${limit}) s
      ${
        words === null
          ? ''
          : `union all (select run_id, place, path, false, false from run_subject
        where workspace_id = $1 and environment = $2 and kind = 'text' and value <> all ($4::text[])
          and words @> array(select ${wordHash('$1', '$2', 'word')} from unnest(${words}) as word)
        order by run_id desc limit ${limit})`
      }
    ) matched order by run_id desc, exact desc, place limit ${limit}`

/** The values of `$1` to `$4`. */
export const askedValues = ({ workspaceId, environment }: HistoryScope, { forms }: AskedSubject): unknown[] => [
  workspaceId,
  environment,
  forms.map(({ kind }) => kind),
  forms.map(({ value }) => value),
]
