/**
 * One row for each kind and value in `found`, a subquery over `l` with the columns of `SUBJECT_SHAPE_SQL` and `place`.
 * A subject in both input and result is stored for the input, and an exact match goes before one that is not. Words of
 * names are stored as hashes that include the workspace and the environment, because an index over words cannot have
 * these as columns.
 */
export const insertSubjects = (
  locked: string,
  found: string,
): string => `insert into run_subject (workspace_id, environment, kind, value, run_id, place, path, exact, words)
    select distinct on (l.id, s.kind, s.value) l.workspace_id, l.environment, s.kind, s.value, l.id, s.place, s.path,
      s.exact,
      case when s.kind = 'text' then array(
        select ${wordHash('l.workspace_id', 'l.environment', 'word')}
          from jsonb_array_elements_text(s.words) as word) end
    from ${locked} l cross join lateral (${found}) s
    order by l.id, s.kind, s.value, s.place = 'result', not s.exact
    on conflict do nothing`

/** A word of a name as `run_subject.words` holds it; the arguments are SQL. */
export const wordHash = (workspaceId: string, environment: string, word: string): string =>
  `subject_word_v1(${workspaceId}, ${environment}, ${word})`

/** `FoundSubject` as a row. */
export const SUBJECT_SHAPE_SQL = 'found(kind text, value text, path text, exact boolean, words jsonb)'

/**
 * The part of a run's end that makes it findable (Spec 4.5): a CTE body that writes the subjects of the input
 * (`run.subjects`) and of the delivered result (`attempt.subjects`). `locked` is a CTE with `id`, `workspace_id` and
 * `environment` of the run that ends. `deliveredAttempt` is SQL, may use it as `l`, and is null where nothing was
 * delivered. A saved answer has the result of another run: `attemptOf` is the SQL of that run's id.
 */
export const indexSubjects = (locked: string, deliveredAttempt: string, attemptOf = 'l.id'): string =>
  insertSubjects(
    locked,
    `
      select 'input' as place, found.*
        from run r cross join lateral jsonb_to_recordset(r.subjects) as ${SUBJECT_SHAPE_SQL}
        where r.id = l.id
      union all
      select 'result', found.* from attempt a cross join lateral jsonb_to_recordset(a.subjects) as ${SUBJECT_SHAPE_SQL}
      where a.run_id = ${attemptOf} and a.number = ${deliveredAttempt}`,
  )
