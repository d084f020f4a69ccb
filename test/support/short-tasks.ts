import type { WorkflowClientInterceptor } from '@temporalio/client'

/** Another worker takes a dead worker's workflow task over after so long, in place of Temporal's ten seconds. */
const TASK_TIMEOUT_SECONDS = 2

/** Starts workflows with a short time limit for their tasks: tests that kill workers wait for it. */
export const shortTasks = (): WorkflowClientInterceptor => {
  const workflowTaskTimeout = { seconds: TASK_TIMEOUT_SECONDS }
  const short = <Input extends { readonly options: object }>(input: Input): Input => ({
    ...input,
    options: { ...input.options, workflowTaskTimeout },
  })
  return {
    start: (input, next) => next(short(input)),
    startWithDetails: (input, next) => next(short(input)),
  }
}
