import { CONCURRENCY_DEFAULT, CONCURRENCY_MAX, PILOT_DEFAULT } from '../../../domain/jobs/limits.ts'
import { mappedColumns } from '../../../domain/jobs/row-input.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { isSend } from '../../../domain/outbound/is-send.ts'
import { namedSenders, replyOf } from '../../../domain/senders/sender.ts'
import type { PlanName } from '../../../domain/tables/limits.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { NewJob, NewJobRow } from '../../../db/jobs/new-job.ts'
import { type JobWorkspace, readJobWorkspace } from '../../../db/jobs/workspace.ts'
import type { UsedColumns } from '../../files/remembered.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { Problem } from '../../errors/problem.ts'
import type { JobCreate, JobOfRows } from '../../schemas/job.ts'
import { invalidRequest } from '../../validation/check.ts'
import type { RowDeps } from '../rows/query-page.ts'
import { limitsRefusal } from '../runs/key-limits.ts'
import type { PlannedDeps } from '../runs/provider-refusal.ts'
import { withSender } from '../runs/schedule.ts'
import { senderOfSend } from '../runs/sender-of-send.ts'
import { requireWritable } from '../runs/table-links.ts'
import { type CheckedRow, checkRows, templatesOf } from './check-rows.ts'
import { estimated, inputOf, type RunnableRow } from './estimate.ts'
import { type DistinctRows, distinctRows } from './repeated-rows.ts'
import { sourceOf } from './source.ts'

export type PrepareDeps = PlannedDeps & RowDeps

/** A job whose rows are checked and estimated; nothing is stored yet. */
export interface PreparedJob {
  readonly job: Omit<
    NewJob,
    'id' | 'workspaceId' | 'environment' | 'apiKeyId' | 'connectedAppId' | 'requestId' | 'retryOf'
  >
  readonly rows: readonly NewJobRow[]
  /** What a capability uses the columns of an uploaded file for; left out: nothing is remembered. */
  readonly usedColumns?: UsedColumns
}

/**
 * Reads the rows of a request, makes each row's run as far as `POST /v1/run` would check it, and estimates them (Spec
 * 4.1 for each row). What concerns all rows is refused as there; what concerns one row makes that row invalid.
 */
export async function prepareJob(deps: PrepareDeps, principal: Principal, body: JobOfRows): Promise<PreparedJob> {
  if (body.record !== undefined) requireAccess(principal, 'write')
  const workspace = await readJobWorkspace(deps.db, principal.workspaceId)
  const concurrency = concurrencyOf(body, workspace)
  const templates = templatesOf(body)
  const source = await sourceOf(deps, principal, { body, templates })
  const checked = await checkRows(deps, principal, { body, templates, source })
  const unsent = checked.filter((row) => 'work' in row)
  const [first] = unsent
  if (first === undefined) throw noRunnableRow(checked)
  if (body.record !== undefined) requireWritable(body.record, first.work.work, deps.findCapability)
  const runnable = await allowedRows(deps, principal, unsent)
  const { distinct, sameAs } = await distinctRows(deps, runnable)
  const ceiling = parseUsd(body.ceiling)
  const estimate = await estimated(deps, principal, {
    workspace,
    ceiling,
    runnable: distinct,
    others: { invalid: checked.length - runnable.length, repeated: sameAs.size },
  })
  const { work, routing } = first.work
  const allowedByNumber = new Map(runnable.map((row) => [row.number, row]))
  const approve = body.approve ?? 'auto'
  return {
    ...usedColumnsOf(body, { templates, source }),
    job: {
      ...('raw' in work
        ? { capability: null, raw: { provider: work.raw.provider, endpoint: work.raw.endpoint } }
        : { capability: work.capability, raw: null }),
      routing,
      request: shownRequest(body),
      metadata: body.metadata ?? null,
      callbackUrl: body.callback_url ?? null,
      file: source.file,
      approve,
      concurrency,
      ceiling,
      estimate,
      ...pilotOf({ pilot: body.pilot ?? PILOT_DEFAULT, approve, runnable: distinct }),
    },
    rows: checked.map((row) => {
      const { number, key } = row
      const cells = source.file === null ? null : (source.rows[number - 1]?.data ?? null)
      return 'work' in row
        ? { key, cells, ...storedRow(allowedByNumber.get(number) ?? row, sameAs) }
        : { number, key, cells, request: null, error: row.error }
    }),
  }
}

/** An endpoint's members have names of their own, which suggest nothing for the next file. */
function usedColumnsOf(
  { capability }: JobOfRows,
  {
    templates: { input },
    source: { file, namesColumns },
  }: Pick<Parameters<typeof checkRows>[2], 'templates' | 'source'>,
): Pick<PreparedJob, 'usedColumns'> {
  if (capability === undefined || file === null || !namesColumns || input === null) return {}
  const used = mappedColumns(input, file.columns)
  return Object.keys(used).length === 0 ? {} : { usedColumns: { columns: file.columns, used } }
}

/** What its run is made of, or the row whose run it has. */
export function storedRow({ number, request }: RunnableRow, sameAs: DistinctRows['sameAs']) {
  const same = sameAs.get(number)
  return same === undefined ? { number, request, error: null } : { number, request: null, error: null, sameAs: same }
}

/** How a job begins: with its pilot, with an approval, or with all rows. */
export function pilotOf({
  pilot,
  approve,
  runnable,
}: {
  readonly pilot: number
  readonly approve: PreparedJob['job']['approve']
  readonly runnable: readonly RunnableRow[]
}): Pick<PreparedJob['job'], 'status' | 'reason' | 'pilotUntil'> {
  const last = runnable[Math.min(pilot, runnable.length) - 1]
  if (last !== undefined) return { status: 'estimating', reason: null, pilotUntil: last.number }
  return approve === 'manual'
    ? { status: 'awaiting_approval', reason: 'requested', pilotUntil: null }
    : { status: 'running', reason: null, pilotUntil: null }
}

export function concurrencyOf({ concurrency }: Pick<JobCreate, 'concurrency'>, { plan }: JobWorkspace): number {
  if (concurrency === undefined) return Math.min(CONCURRENCY_DEFAULT, CONCURRENCY_MAX[plan])
  requireConcurrency(concurrency, plan)
  return concurrency
}

/** Throws `invalid_request` for more than the plan allows. */
export function requireConcurrency(concurrency: number, plan: PlanName): void {
  const most = CONCURRENCY_MAX[plan]
  if (concurrency > most)
    throw invalidRequest([{ path: '/concurrency', message: `must be at most ${most} on the plan ${plan}` }])
}

/** Every row is invalid: the request itself is, and the first row states why. */
function noRunnableRow(checked: readonly CheckedRow[]): Problem {
  const [first] = checked
  const why = first !== undefined && 'error' in first ? ` Row 1: ${first.error.message}` : ''
  return new Problem('invalid_request', `No run can be made of any of the ${checked.length} rows.${why}`, {
    param: '/input',
  })
}

/**
 * The rows with the senders that they leave from: judged once for rows that name the same. Throws for what the key may
 * not do, and for unknown senders.
 */
export async function allowedRows(
  deps: PrepareDeps,
  principal: Principal,
  rows: readonly RunnableRow[],
): Promise<RunnableRow[]> {
  const senders = new Map<string, string | null>()
  const allowed: RunnableRow[] = []
  for (const row of rows) {
    const { work, request } = row
    const { send } = request
    const input = inputOf(request)
    const raw = 'raw' in work.work ? work.work.raw : null
    const sends = isSend({ send, raw, input: request.input })
    const same = JSON.stringify([sends, namedSenders(input), replyOf(input), 'chat_id' in input])
    let sender = senders.get(same)
    if (sender === undefined) {
      sender = await allowedSender(deps, principal, row)
      senders.set(same, sender)
    }
    allowed.push({ ...row, request: { ...request, send: withSender(send, sender) } })
  }
  return allowed
}

async function allowedSender(
  deps: PrepareDeps,
  principal: Principal,
  { work, request: { send } }: RunnableRow,
): Promise<string | null> {
  const refusal = limitsRefusal(deps, principal, { ...work, context: { send } })
  if (refusal !== null) throw refusal
  if (send === null) return null
  const from = await senderOfSend(deps.db, { ...principal, ...work })
  if (from.kind === 'refused') throw from.problem
  return from.sender
}

/** The request as the job shows it: items are rows, which have their own list. */
export function shownRequest({
  dry_run: _dryRun,
  ceiling: _ceiling,
  concurrency: _concurrency,
  metadata: _metadata,
  ...body
}: JobCreate): JsonObject {
  const rows = body.rows !== undefined && 'items' in body.rows ? { items: body.rows.items.length } : body.rows
  return JSON.parse(JSON.stringify({ ...body, rows }))
}
