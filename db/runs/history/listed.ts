import { subjectKey, wordKey } from './blocks.ts'
import { isAboutSubject } from './reusable.ts'

/**
 * The blocks with a key are candidates: `at` is the position of the subject that is meant, null for another subject
 * with the same key. A run counts when it has ended, and its result when it was delivered.
 */
const matchesIn = (
  blocks: string,
  at: string,
): string => `(select * from run_subject_block b where b.workspace_id = :workspaceId
          and b.environment = :environment and ${blocks} offset 0) b
        cross join lateral (${at}) p (at)
        cross join lateral (select status, finished_at from run where id = b.run_id offset 0) ended
      where p.at is not null and ended.finished_at is not null
        and (b.place = 'input' or ended.status = 'succeeded')`

/** Of a form in `requested`. */
const BY_VALUE = matchesIn(
  `b.keys @> array[${subjectKey(':workspaceId', ':environment', `requested.kind || ' ' || requested.value`)}]`,
  `select array_position(b.found, requested.kind || ' ' || requested.value)`,
)

/** Of a name with all of the words, an SQL list of texts; `value` is the entire name, which is found by its value. */
const byWords = (words: string, value: string): string =>
  matchesIn(
    `b.keys @> array(select ${wordKey(':workspaceId', ':environment', 'word')} from unnest(${words}) as word)`,
    `select min(n.at)::integer from unnest(b.words) with ordinality as n (words, at)
      where string_to_array(n.words, ' ') @> ${words} and b.found[n.at::integer] <> 'text ' || ${value}`,
  )

/**
 * CTE `listed`: the runs in whose long lists a subject occurs, by its value or, for a name, by its words. `requested`
 * is a relation with `kind` and `value` of the forms, and `columns` of it are kept. `words` is SQL: the words of a form
 * of the kind `text`.
 */
export const listedRuns = (
  requested: string,
  { columns = '', words }: { readonly columns?: string; readonly words: string | null },
): string => `listed as materialized (
      select ${columns}b.run_id, b.place, b.paths[p.at] as path, b.exact[p.at] as exact,
        ${isAboutSubject('b.place', 'b.exact[p.at]')} as named
      from ${requested} cross join lateral ${BY_VALUE}
      ${
        words === null
          ? ''
          : `union all
      select ${columns}b.run_id, b.place, b.paths[p.at], false, false
      from ${requested} cross join lateral ${byWords(words, 'requested.value')}
        and requested.kind = 'text' and cardinality(${words}) > 0`
      }
    )`
