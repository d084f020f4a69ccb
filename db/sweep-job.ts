/** How long a job is left alone before the sweeper looks after its workflow. */
export const SWEEP_JOB_AFTER_SECONDS = 60
export const SWEEP_LATER_SQL = `clock_timestamp() + interval '${SWEEP_JOB_AFTER_SECONDS} seconds'`
