-- A word of a name as `run_subject.words` has it: with the workspace and the environment, because an index over words
-- cannot have these as columns.
create function subject_word_v1(workspace_id text, environment text, word text) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(workspace_id || ' ' || environment || ' ' || word, 0)
$$;

-- Makes ended runs findable (Spec 4.5): one row for each kind and value of the subjects of a run's input and of its
-- delivered attempt (null: none), which is another run's (`result_runs`) where the answer was saved. A subject in both
-- is stored for the input, and an exact match goes before one that is not.
create function index_subjects_v1(run_ids text[], result_runs text[], attempts integer[], ended boolean[]) returns void
language sql as $$
  insert into run_subject (workspace_id, environment, kind, value, run_id, place, path, exact, words)
  select distinct on (r.id, s.kind, s.value) r.workspace_id, r.environment, s.kind, s.value, r.id, s.place, s.path,
    s.exact, case when s.kind = 'text' then array(
      select subject_word_v1(r.workspace_id, r.environment, word) from jsonb_array_elements_text(s.words) word) end
  from unnest(run_ids, result_runs, attempts, ended) i(run_id, result_run, attempt, ended) join run r on r.id = i.run_id
    cross join lateral (
      select 'input' as place, f.* from jsonb_to_recordset(r.subjects)
        f(kind text, value text, path text, exact boolean, words jsonb)
      union all
      select 'result', f.* from attempt a cross join jsonb_to_recordset(a.subjects)
        f(kind text, value text, path text, exact boolean, words jsonb)
      where a.run_id = i.result_run and a.number = i.attempt
    ) s
  where i.ended
  order by r.id, s.kind, s.value, s.place = 'result', not s.exact
  on conflict do nothing
$$;
