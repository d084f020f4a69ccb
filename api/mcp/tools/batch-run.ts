import type { JsonObject } from '../../../domain/json/json.ts'
import { newId } from '../../../db/ids.ts'
import { atOnceOrInSlices } from '../../../db/time-slices.ts'
import type { BoundRoute } from '../../route/in-process.ts'
import { findUnsupportedText } from '../../body/json.ts'
import { logProblem, problemOf } from '../../errors/problem-of.ts'
import { WAIT_SECONDS_DEFAULT } from '../../schemas/run-request.ts'
import { checkRequest } from '../../validation/absence.ts'
import { invalidRequest } from '../../validation/check.ts'
import { inParallel } from '../batch/in-parallel.ts'
import { runBodyOf, totalsOf } from '../batch/items.ts'
import { fittingRows, withoutResult } from '../batch/fit-rows.ts'
import { AT_ONCE_MAX, BatchAnswer, BatchRequest, type BatchRow, ListedBatch } from '../batch/schema.ts'
import { batchApprovalHint } from '../approval.ts'
import { isRun } from '../run-body.ts'
import { answersSchema, flatSchema } from '../schemas.ts'
import type { MakeTool, ToolDescription } from '../tool.ts'
import type { ToolCall } from '../tool-call.ts'

/**
 * As large as a single payload may be (docs/reference/runs/raw-runs.md): a hundred of them would fill the memory of
 * both sides.
 */
const RESULTS_BYTES_MAX = 10 * 1_048_576

const FACTS: ToolDescription = {
  name: 'batch_run',
  title: 'Run many inputs',
  description:
    'Runs one capability, or one raw endpoint, for up to 100 `items` in parallel; for longer lists use `create_job`. PAID: each item is a separate run at the price that `inspect` shows; set `routing.max_cost`. Members next to `items` apply to all; an item can override them (`record`, `routing`, `metadata` member by member). `record` updates a row for each item (`{table, save: "all"}` shared, `{key}` in each item). `into` imports all results. Returns one entry for each item. Those with `done: false` have not ended: use `get_run`; those in `awaiting_approval` wait for a person (`hint`).',
  budgeted: true,
  untrusted: ['items'],
  itemWords: 'error',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
}

/** Decisions, "MCP": many runs in one call. */
export const batchRunTool: MakeTool = (find) => {
  const run = find('createRun')
  return {
    ...FACTS,
    inputSchema: flatSchema(ListedBatch),
    outputSchema: answersSchema([BatchAnswer]),
    async call(args, call) {
      run.requireAccess(call.principal)
      const batch = readBatch(args)
      const endsAt = performance.now() + (batch.wait_seconds ?? WAIT_SECONDS_DEFAULT) * 1_000
      const { items, totals, hint } = await runAll(batch, { run, call, endsAt, waiting: [] })
      const shown = await atOnceOrInSlices(fittingRows(items, call.chars))
      const body: BatchAnswer = { items: shown, ...(hint === undefined ? {} : { hint }), totals }
      return { body, text: JSON.stringify(body), failed: false, replayed: false }
    },
  }
}

function readBatch(args: JsonObject): BatchRequest {
  const fault = findUnsupportedText(args)
  if (fault !== null) throw invalidRequest([fault])
  const checked = checkRequest(BatchRequest, JSON.parse(JSON.stringify(args)))
  if (!checked.ok) throw invalidRequest(checked.faults)
  return checked.value
}

interface Running {
  readonly run: BoundRoute
  readonly call: ToolCall
  /** Until when the answer waits, by `performance.now()`. */
  readonly endsAt: number
  /** The links of the runs that wait for a person. */
  readonly waiting: string[]
}

async function runAll(batch: BatchRequest, running: Running): Promise<BatchAnswer> {
  const { call } = running
  let done = 0
  let bytesLeft = RESULTS_BYTES_MAX
  const rows = await inParallel(batch.items, batch.concurrency ?? AT_ONCE_MAX, async (item, index) => {
    // The client has disconnected: no further item is started.
    if (call.signal.aborted) return null
    const row = await runItem(runBodyOf(batch, item, index), index, running)
    done += 1
    call.progress({ done, total: batch.items.length, message: `${done} of ${batch.items.length} runs are answered` })
    if (row.result === undefined) return row
    bytesLeft -= Buffer.byteLength(JSON.stringify(row.result))
    return bytesLeft < 0 ? withoutResult(row) : row
  })
  const items = rows.filter((row) => row !== null)
  const hint = batchApprovalHint(running.waiting)
  return { items, ...(hint === null ? {} : { hint }), totals: totalsOf(items) }
}

/** One run with its own request id, which identifies it in the log and in feedback. */
async function runItem(body: JsonObject, index: number, { run, call, endsAt, waiting }: Running): Promise<BatchRow> {
  const requestId = newId('req')
  const log = call.log.child({ batch_index: index, item_request_id: requestId })
  const wait_seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
  try {
    const { body: answered, headers } = await run.call({ body: { ...body, wait_seconds } }, { ...call, requestId, log })
    if (isRun(answered) && answered.approval !== undefined) waiting.push(answered.approval.url)
    const replayed = headers?.['Idempotent-Replay'] === 'true'
    return { ...rowOf(answered, index), ...(replayed ? { replayed } : {}) }
  } catch (thrown) {
    const problem = problemOf(thrown)
    logProblem(problem, { log, route: FACTS.name })
    // The only refusal that leaves a run: it was accepted, and could not be read.
    const accepted = problem.code === 'unavailable' ? (problem.extras.run_id ?? null) : null
    return {
      index,
      run_id: accepted,
      status: null,
      done: accepted === null,
      charged: null,
      provider: null,
      error: problem.body(requestId).error,
    }
  }
}

function rowOf(answered: unknown, index: number): BatchRow {
  if (!isRun(answered)) throw new Error('createRun answers a run')
  const {
    run_id,
    status,
    done,
    billing: { charged },
    provider,
    result,
    error,
    table,
    source,
  } = answered
  return {
    index,
    run_id,
    status,
    done,
    charged,
    provider,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
    ...(table === undefined ? {} : { table }),
    ...(source === undefined ? {} : { source }),
  }
}
