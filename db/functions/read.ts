import { readFileSync } from 'node:fs'

/** The files of this folder, each after those that it uses. */
const FILES = [
  'wallets_v1',
  'budgets_v1',
  'people_v1',
  'is_plain_v1',
  'related_people_v1',
  'touch_claims_v1',
  'sends_v1',
  'attempt_endpoint_v1',
  'take_slots_v1',
  'begin_attempts_v1',
  'begin_attempt_v1',
  'judge_hold_v1',
  'reserve_runs_v1',
  'close_holds_v1',
  'give_slots_back_v1',
  'index_subjects_v1',
  'record_outcomes_v1',
  'end_runs_v1',
  'record_and_settle_v1',
  'final_bill_v1',
] as const

/**
 * The texts of the files. A file that was released never changes: workers of two versions call the functions during a
 * deployment. Another form of a function is a file with the next number, which another migration installs.
 */
export const readFunctions = (): string[] =>
  FILES.map((name) => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8'))

/** Drops every function and installs those of the files: for forms of which none was released. */
export const replaceFunctions = (): string[] => [
  `do $$
  declare one record;
  begin
    for one in select oid::regprocedure as name from pg_proc
      where pronamespace = 'public'::regnamespace and proname like '%\\_v_'
    loop execute format('drop function %s', one.name); end loop;
    for one in select oid::regtype as name from pg_type
      where typnamespace = 'public'::regnamespace and typtype = 'c' and typname like '%\\_v_'
    loop execute format('drop type %s cascade', one.name); end loop;
  end $$`,
  ...readFunctions(),
]
