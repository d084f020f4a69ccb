import type { Run } from '../schemas/run.ts'

/** Whether the body of an answer is a run: no other answer has `run_id`. */
export const isRun = (body: unknown): body is Run => typeof body === 'object' && body !== null && 'run_id' in body

/** Whether the tool `run` answers this run as an error, as `POST /v1/run` does by its HTTP status. */
export const isFailedRun = ({ done, status }: Run): boolean => done && status !== 'succeeded' && status !== 'no_match'
