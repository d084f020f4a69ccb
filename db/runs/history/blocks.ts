import { type FoundSubject, SUBJECT_ROWS_MAX } from '../../../domain/history/subject-collector.ts'
import { statement } from '../../statement.ts'
import { toStorableText } from '../../storable-text.ts'
import type { Queries } from '../../database.ts'
import { wordHash } from './index.ts'

/**
 * A block of `run_subject_block` has this many subjects: with their keys it stays below two kilobytes, above which
 * PostgreSQL would store it apart from its row.
 */
const BLOCK_SUBJECTS = 32
/** Separates the subjects of a list in a parameter. Normalized values and JSON paths contain none. */
const SEPARATOR = '\n'
const SEPARATOR_SQL = 'chr(10)'

/** The subjects of a run that have no row of `run_subject`, as parameters of `STORE_BLOCKS`. */
export type SubjectList = {
  /** Kind and value, separated by a space. */
  readonly found: string
  readonly paths: string
  /** One letter each: `t` or `f`. */
  readonly exact: string
  /** The words of names, separated by spaces; empty for other kinds. */
  readonly words: string
}

/** The subjects that have a row each, and the list of the others; null: there are no others. */
export function splitSubjects(subjects: readonly FoundSubject[]): {
  readonly rows: readonly FoundSubject[]
  readonly list: SubjectList | null
} {
  const rest = subjects
    .slice(SUBJECT_ROWS_MAX)
    .filter(({ value, path }) => !value.includes(SEPARATOR) && !path.includes(SEPARATOR))
  const listOf = (of: (subject: FoundSubject) => string): string => toStorableText(rest.map(of).join(SEPARATOR))
  return {
    rows: subjects.slice(0, SUBJECT_ROWS_MAX),
    list:
      rest.length === 0
        ? null
        : {
            found: listOf(({ kind, value }) => foundAs(kind, value)),
            paths: listOf(({ path }) => path),
            exact: rest.map(({ exact }) => (exact ? 't' : 'f')).join(''),
            words: listOf(({ words = [] }) => words.join(' ')),
          },
  }
}

const foundAs = (kind: string, value: string): string => `${kind} ${value}`

/** The lower bits of a key are the subject's. The upper ones are the workspace's, so its keys are neighbours. */
const SUBJECT_BITS = `((1::bigint << 40) - 1)`

const keyOf = (workspaceId: string, environment: string, subjectHash: string): string =>
  `((hashtextextended(${workspaceId} || ' ' || ${environment}, 0) & ~${SUBJECT_BITS}) | (${subjectHash} & ${SUBJECT_BITS}))`

/** The key of a subject as `run_subject_block.keys` has it; the arguments are SQL. `found` is kind and value. */
export const subjectKey = (workspaceId: string, environment: string, found: string): string =>
  keyOf(workspaceId, environment, `hashtextextended(${found}, 0)`)

/** The key of a word of a name. */
export const wordKey = (workspaceId: string, environment: string, word: string): string =>
  keyOf(workspaceId, environment, wordHash(workspaceId, environment, word))

export const STORE_BLOCKS = statement<SubjectList & { runId: string; place: 'input' | 'result' }>({
  name: 'store_subject_blocks',
  effect: 'within',
  text: `insert into run_subject_block (run_id, place, number, workspace_id, environment, keys, found, paths, exact,
    words)
    select r.id, :place, b.number, r.workspace_id, r.environment,
      array(select ${subjectKey('r.workspace_id', 'r.environment', 'f.found')} from unnest(b.found) as f (found)
        union
        select ${wordKey('r.workspace_id', 'r.environment', 'w.word')} from unnest(b.words) as n (words)
          cross join lateral unnest(string_to_array(n.words, ' ')) as w (word)),
      b.found, b.paths, b.exact, b.words
    from run r cross join (
      select (at - 1) / ${BLOCK_SUBJECTS} as number, array_agg(found order by at) as found,
        array_agg(path order by at) as paths, array_agg(exact::boolean order by at) as exact,
        array_agg(nullif(words, '') order by at) as words
      from unnest(string_to_array(:found, ${SEPARATOR_SQL}), string_to_array(:paths, ${SEPARATOR_SQL}),
        string_to_array(:exact, null), string_to_array(:words, ${SEPARATOR_SQL}))
        with ordinality as s (found, path, exact, words, at)
      group by 1
    ) b
    where r.id = :runId`,
})

/** Stores the subjects of a long list, in the transaction of what names them. */
export async function storeBlocks(
  tx: Queries,
  { runId, place, list }: { readonly runId: string; readonly place: 'input' | 'result'; readonly list: SubjectList },
): Promise<void> {
  await tx.query(STORE_BLOCKS, { runId, place, ...list })
}
