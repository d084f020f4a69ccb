import { ConnectionError } from 'routed-data-client/errors'
import type { Answer } from './requests.ts'
import { bodyOf, type Context } from './context.ts'
import { EXIT, exitOfRun } from './exit-codes.ts'
import { Interrupted, ResultRefusal, ServiceRefusal, asRefusal } from './failures.ts'
import { beforeAnswer } from './lost-answer.ts'
import { createProgress, type ProgressLine } from './output/progress.ts'
import { problem } from './output/problem.ts'
import { runView } from './output/run.ts'
import { nextSlice } from './output/run-part.ts'
import { NO_STYLE, styleFor } from './output/style.ts'
import { safeLine } from './output/text.ts'
import { at, stringAt, textAt } from './output/value.ts'
import { actionFor } from './report.ts'
import type { PartQuery } from './result-part.ts'

export interface RunToMake {
  /** The body of `POST /v1/run`, without the wait and the key. */
  readonly body: object
  /** The part of the result that `body` selects, as parameters of a later read. */
  readonly part: PartQuery
  /** null: until the run has ended. */
  readonly waitSeconds: number | null
  readonly isAsync: boolean
  readonly idempotencyKey: string
}

/** On a terminal the first answer comes soon, because it names the run; a program gets one answer. */
const FIRST_WAIT_SECONDS = { watched: 1, unwatched: 30 } as const

/** Creates a run, waits for its end and shows it; returns the exit code. */
export async function makeRun(
  context: Context,
  { body, part, waitSeconds, isAsync, idempotencyKey }: RunToMake,
): Promise<number> {
  const { machine } = context
  const startedAt = machine.now()
  const first = Math.min(
    waitSeconds ?? Infinity,
    FIRST_WAIT_SECONDS[machine.stderr.isTerminal ? 'watched' : 'unwatched'],
  )
  const sent = {
    body: { ...body, ...(isAsync ? { async: true } : { wait_seconds: first }) },
    headers: { 'Idempotency-Key': idempotencyKey },
  }
  const answer = await context.send('POST /v1/run', sent).catch((error: unknown) => {
    throw beforeAnswer(error, { noun: 'run', key: idempotencyKey, interrupted: machine.interrupted })
  })
  const runId = stringAt(answer.body, 'run_id')
  if (runId === null) throw new ServiceRefusal(answer, sent)
  if (answer.headers.get('idempotent-replay') === 'true')
    await context.note('This key was used before. This is the earlier run; nothing was run or charged again.')
  if (isAsync) return showStarted(context, answer, runId)
  if (at(answer.body, 'done') === true) return showRun(context, answer, part)
  return waitAndShow(context, {
    runId,
    answer,
    part,
    startedAt,
    leftMs: waitSeconds === null ? null : Math.max(0, waitSeconds * 1_000 - (machine.now() - startedAt)),
  })
}

async function showStarted(context: Context, answer: Answer, runId: string): Promise<number> {
  await context.show(answer, () => `${safeLine(runId)}\n`)
  if (!context.json) await context.hint(`Wait for the end: svc runs get ${runId} --wait`)
  await notePage(context, answer.body)
  return EXIT.done
}

/** The run's page in the dashboard, for a person at a terminal. */
async function notePage(context: Context, run: unknown): Promise<void> {
  const [environment, runId] = [stringAt(run, 'environment'), stringAt(run, 'run_id')]
  if (context.json || !context.machine.stderr.isTerminal || environment === null || runId === null) return
  const { baseUrl } = (await context.requests()).credentials
  await context.note(`See ${baseUrl}/dashboard/${environment}/runs/${runId}`)
}

interface RunToAwait {
  readonly runId: string
  /** The run as it was last read. */
  readonly answer: Answer
  /** Which part of its result is shown. */
  readonly part: PartQuery
  /** When the person began to wait; now unless given. */
  readonly startedAt?: number
  /** null: until the run has ended. */
  readonly leftMs: number | null
}

/** Follows a run to its end, or for the requested time, and shows it. An interruption does not affect the run. */
export async function waitAndShow(
  context: Context,
  { runId, answer, part, startedAt, leftMs }: RunToAwait,
): Promise<number> {
  const { machine } = context
  const { client } = await context.requests()
  const progress = createProgress(context, startedAt ?? machine.now())
  progress?.show(answer.body)
  try {
    // Without a progress display the service answers once, at the end.
    const onProgress = progress === null ? undefined : (run: unknown) => progress.show(run)
    await client.waitForRun(runId, {
      onProgress,
      signal: machine.interrupted,
      timeoutMs: leftMs ?? Number.MAX_SAFE_INTEGER,
    })
    progress?.stop()
    const read = await context.request('GET /v1/runs/{run_id}', { params: { run_id: runId }, query: part })
    return await showRun(context, read, part)
  } catch (error) {
    throw whileWaiting(error, { context, progress, runId })
  }
}

function whileWaiting(
  error: unknown,
  {
    context,
    progress,
    runId,
  }: { readonly context: Context; readonly progress: ProgressLine | null; readonly runId: string },
): unknown {
  progress?.stop()
  const goesOn = context.again(`The run continues. Wait for the end: svc runs get ${runId} --wait`)
  if (context.machine.interrupted.aborted) return new Interrupted(goesOn)
  if (error instanceof ConnectionError) error.message += ` ${goesOn}`
  return asRefusal(error)
}

/**
 * A run as it is now: its JSON, or its result for a person, with the reason of a failure on stderr; returns the exit
 * code.
 */
export async function showRun(context: Context, answer: Answer, part: PartQuery): Promise<number> {
  const { machine } = context
  const { body } = answer
  const code = stringAt(body, 'error', 'code')
  // A failed run lacks the selected members: its error has the reason.
  await context
    .show(answer, (shown) => runView(shown, context))
    .catch((error: unknown) => {
      if (code === null || !(error instanceof ResultRefusal)) throw error
    })
  if ((!context.json || context.picks) && code !== null) {
    const { credentials } = await context.requests()
    await machine.stderr.write(
      problem(at(bodyOf(answer), 'error'), {
        action: await actionFor(code, { machine, baseUrl: credentials.baseUrl }),
        inWords: context.inWords,
        width: machine.stderr.columns,
        style: machine.stderr.isTerminal ? styleFor(true, machine.env) : NO_STYLE,
      }),
    )
  }
  const done = at(body, 'done') === true
  if (!done)
    await context.hint(`The run has not ended. Wait for the end: svc runs get ${textAt(body, 'run_id')} --wait`)
  const next = nextSlice(body, part)
  if (next !== null && !context.json) await context.hint(next)
  await notePage(context, body)
  return exitOfRun({ done, status: textAt(body, 'status'), code })
}
