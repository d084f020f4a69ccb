import { ERASED_TEXT } from '../../domain/erasures/stages.ts'

/** What a run `r` no longer holds of the rows that it was tied to: assignments of an update. */
export const UNLINKED_RUN = `record = r.record || '{"set": null, "on_miss": null}',
        table_result = (r.table_result - 'conflicts') ||
          case when r.table_result ->> 'key' is null then '{}'::jsonb else '{"key": null}' end,
        source = r.source || '{"key": "${ERASED_TEXT}"}'`

/** CTEs that delete what the history of the runs of `gone` (`id`) and their approvals hold of a person. */
export const FORGOTTEN_RUNS = `unexplained as (
      update approval p set note = null from gone g where p.run_id = g.id and p.note is not null
    ), forgotten as (
      delete from run_subject s using gone g where s.run_id = g.id
    ), forgotten_blocks as (
      delete from run_subject_block s using gone g where s.run_id = g.id
    )`
