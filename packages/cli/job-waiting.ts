import { ConnectionError } from 'routed-data-client/errors'
import type { Answer } from './requests.ts'
import type { Context } from './context.ts'
import { EXIT } from './exit-codes.ts'
import { Interrupted } from './failures.ts'
import { jobLine, jobView, nextOf } from './output/job.ts'
import { createProgress, type ProgressLine } from './output/progress.ts'
import { safeText } from './output/text.ts'
import { textAt } from './output/value.ts'

/** A terminal shows what is new each second; without one a line reports it, at most every half a minute. */
const WAIT_SECONDS = { watched: 1, unwatched: 30 } as const

/** Until a request decides something, the job does not continue by itself. */
const WAITS = new Set(['awaiting_approval', 'paused'])
const ENDS: Readonly<Record<string, number>> = {
  succeeded: EXIT.done,
  partially_succeeded: EXIT.done,
  cancelled: EXIT.failed,
  failed: EXIT.failed,
}
/** Reasons for a pause that only more money ends. */
const OF_MONEY = new Set(['ceiling_reached', 'insufficient_balance', 'daily_limit', 'key_budget'])

export interface FileOfResults {
  readonly out?: string
  readonly format?: string
}

/** A job, and what to do next with it. */
export async function showJob(context: Context, answer: Answer): Promise<void> {
  await context.show(answer, (body) => jobView(body, context))
  if (!context.json) await context.hint(nextOf(answer.body))
}

/**
 * Follows a job until it ends or waits for a request, writes its results where a file is named, and shows the job.
 * Returns the exit code. An interruption does not affect the job.
 */
export async function waitForJob(context: Context, jobId: string, file: FileOfResults): Promise<number> {
  const progress = createProgress(context, context.machine.now(), jobLine)
  let answer: Answer
  try {
    answer = await settledJob(context, jobId, progress)
  } catch (error) {
    throw whileWaiting(error, context, jobId)
  } finally {
    progress?.stop()
  }
  if (file.out !== undefined) await writeResults(context, jobId, file)
  await showJob(context, answer)
  return exitOfJob(answer.body)
}

async function settledJob(context: Context, jobId: string, progress: ProgressLine | null): Promise<Answer> {
  let previous = ''
  for (let wait = 0; ; wait = WAIT_SECONDS[progress === null ? 'unwatched' : 'watched']) {
    const answer = await context.request('GET /v1/jobs/{job_id}', { params: { job_id: jobId }, query: { wait } })
    if (isSettled(answer.body)) return answer
    progress?.show(answer.body)
    const line = `${textAt(answer.body, 'status')} ${textAt(answer.body, 'progress', 'done')}`
    if (progress === null && line !== previous) await context.note(jobLine(answer.body))
    previous = line
  }
}

const isSettled = (job: unknown): boolean => WAITS.has(textAt(job, 'status')) || textAt(job, 'status') in ENDS

function whileWaiting(error: unknown, context: Context, jobId: string): unknown {
  const goesOn = context.again(`The job continues. Wait for the end: svc jobs get ${jobId} --wait`)
  if (context.machine.interrupted.aborted) return new Interrupted(goesOn)
  if (error instanceof ConnectionError) error.message += ` ${goesOn}`
  return error
}

function exitOfJob(job: unknown): number {
  const end = ENDS[textAt(job, 'status')]
  if (end !== undefined) return end
  return OF_MONEY.has(textAt(job, 'reason')) ? EXIT.blocked : EXIT.later
}

/** Writes the rows that have ended to a file, or to standard output without one. */
export async function writeResults(context: Context, jobId: string, { out, format }: FileOfResults): Promise<void> {
  const { machine } = context
  const pieces = (await context.requests()).stream('GET /v1/jobs/{job_id}/results', {
    params: { job_id: jobId },
    query: { format: format ?? (out?.endsWith('.jsonl') === true ? 'jsonl' : 'csv') },
  })
  if (out === undefined) {
    // A file or the next program gets every byte; for a terminal, control characters are removed.
    for await (const piece of pieces) await machine.stdout.write(machine.stdout.isTerminal ? safeText(piece) : piece)
    return
  }
  await machine.writeFile(out, pieces)
  await context.note(`Wrote the results to ${out}.`)
}
