import type { Mutant } from '../mutant.ts'

const BATCH = ['test/usecases/runs/wallet-batches.test.ts']

/** Several runs of one wallet in one statement. */
export const BATCHES: readonly Mutant[] = [
  {
    name: 'a refused hold of a batch takes the money of the next',
    file: 'db/functions/reserve_runs_v1.sql',
    find: 'continue when judged.refusal is not null;',
    replace: 'continue when false;',
    killedBy: BATCH,
  },
  {
    name: 'a hold of a batch is judged without those before it',
    file: 'db/functions/reserve_runs_v1.sql',
    find: 'judge_hold_v1(holds[i], w,',
    replace:
      'judge_hold_v1(holds[i], (select wallet from wallet where workspace_id = of_workspace and environment = of_environment),',
    killedBy: BATCH,
  },
  {
    name: 'a batch judges the last to arrive first',
    file: 'db/functions/reserve_runs_v1.sql',
    find: 'for i in 1 .. cardinality(run_ids) loop',
    replace: 'for i in reverse cardinality(run_ids) .. 1 loop',
    killedBy: BATCH,
  },
  {
    name: "a batch holds money of one wallet for another wallet's run",
    file: 'db/functions/reserve_runs_v1.sql',
    find: 'workspace_id = of_workspace and environment = of_environment and status',
    replace: 'status',
    killedBy: BATCH,
  },
  {
    name: 'a refused hold of a batch begins its attempt',
    file: 'db/functions/begin_attempts_v1.sql',
    find: 'where i.has_slot',
    replace: 'where true',
    killedBy: BATCH,
  },
  {
    name: 'a batch takes more tokens than the account has',
    file: 'db/functions/take_slots_v1.sql',
    find: 'p.tokens >= 1)',
    replace: 'p.tokens >= -9)',
    killedBy: BATCH,
  },
  {
    name: 'a batch takes more slots than the account has',
    file: 'db/functions/take_slots_v1.sql',
    find: 'from jsonb_object_keys(p.leases)) < concurrency)',
    replace: 'from jsonb_object_keys(p.leases)) <= concurrency)',
    killedBy: BATCH,
  },
  {
    name: 'a batch takes slots without tokens',
    file: 'db/functions/take_slots_v1.sql',
    find: 'case when account.rate is null then 0 else 1 end',
    replace: '0',
    killedBy: BATCH,
  },
  {
    name: 'a batch returns more than it closes',
    file: 'db/functions/close_holds_v1.sql',
    find: 'available = w.available + held_sum - charge_sum,',
    replace: 'available = w.available + held_sum,',
    killedBy: BATCH,
  },
  {
    name: 'a batch does not count what it charges as spent today',
    file: 'db/functions/close_holds_v1.sql',
    find: 'spent_today_v1(w) + spent_sum',
    replace: 'spent_today_v1(w)',
    killedBy: BATCH,
  },
  {
    name: 'a batch charges more than a hold',
    file: 'db/functions/end_runs_v1.sql',
    find: 'e.charge not between 0 and r.held',
    replace: 'e.charge < 0',
    killedBy: BATCH,
  },
  {
    name: 'an outcome that came too late counts when it is in a batch',
    file: 'db/functions/record_and_settle_v1.sql',
    find: 'select is_open and not linked',
    replace: 'select not linked',
    killedBy: BATCH,
  },
  {
    name: 'a batch keeps the slots of what has ended',
    file: 'db/functions/give_slots_back_v1.sql',
    find: 'leases = p.leases - call.leases',
    replace: 'leases = p.leases',
    killedBy: BATCH,
  },
  {
    name: 'an exhausted account is used on after a batch',
    file: 'db/functions/give_slots_back_v1.sql',
    find: 'when call.exhausted is null then',
    replace: 'when true then',
    killedBy: BATCH,
  },
  {
    name: 'what a result names is not found when it was settled in a batch',
    file: 'db/functions/index_subjects_v1.sql',
    find: 'where a.run_id = i.result_run and a.number = i.attempt',
    replace: 'where false',
    killedBy: BATCH,
  },
  {
    name: 'a batch locks the wallet before its other runs',
    file: 'db/functions/reserve_runs_v1.sql',
    find: 'r record;',
    replace: 'r record; locked integer := (select 1 from wallet where workspace_id = of_workspace for update limit 1);',
    killedBy: BATCH,
  },
  {
    name: 'an item that cannot be stored fails its whole batch',
    file: 'usecases/runs/in-batches.ts',
    find: 'batch.length > 1 && isRefused(error)',
    replace: 'batch.length > 100 && isRefused(error)',
    killedBy: BATCH,
  },
]
