import { estimateOf, type EstimatedRow, type JobEstimate } from '../../../domain/jobs/estimate.ts'
import { CONCURRENCY_DEFAULT, CONCURRENCY_MAX, PILOT_DEFAULT } from '../../../domain/jobs/limits.ts'
import { fillRow, parseTemplate, type RowTemplate } from '../../../domain/jobs/row-input.ts'
import { isJsonList, type JsonObject } from '../../../domain/json/json.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RoutePlan } from '../../../domain/routing/plan.ts'
import { namedSenders, replyOf } from '../../../domain/senders/sender.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { planFor } from '../../../db/offers/plan.ts'
import { SUBJECT_ROWS_MAX } from '../../../domain/history/subject-collector.ts'
import type { NewJob, NewJobRow, RowRequest } from '../../../db/jobs/create.ts'
import { readKnownRows } from '../../../db/jobs/known-rows.ts'
import { type JobRoom, readJobRoom } from '../../../db/jobs/room.ts'
import { slicing } from '../../../db/time-slices.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { Problem } from '../../errors/problem.ts'
import type { JobCreate } from '../../schemas/job.ts'
import { invalidRequest } from '../../validation/check.ts'
import type { RowDeps } from '../rows/query-page.ts'
import { limitsRefusal, withinLimits } from '../runs/key-limits.ts'
import type { PlannedDeps } from '../runs/provider-refusal.ts'
import { senderRefusal } from '../runs/sender-refusal.ts'
import { linkOf, requireWritable } from '../runs/table-links.ts'
import { trackingOf } from '../runs/tracking.ts'
import { uncheckedRefusal } from '../runs/unchecked-send.ts'
import { type CheckedWork, checkedWork } from '../runs/work.ts'
import { type Source, sourceOf, type SourceRow } from './source.ts'

export type PrepareDeps = PlannedDeps & RowDeps

/** A job whose rows are checked and estimated; nothing is stored yet. */
export interface PreparedJob {
  readonly job: Pick<NewJob, 'capability' | 'raw' | 'routing' | 'request' | 'status' | 'pilotUntil' | 'approve' | 'concurrency' | 'ceiling' | 'estimate'>
  readonly rows: readonly NewJobRow[]
}

/** A row from which a run can be made. */
interface RunnableRow {
  readonly number: number
  readonly key: string | null
  readonly work: CheckedWork
  readonly request: RowRequest
}

type CheckedRow = RunnableRow | { readonly number: number; readonly key: string | null; readonly error: RunError }

/** A request for a run whose input, path and query have placeholders. */
type Templates = Readonly<Record<'input' | 'path' | 'query', RowTemplate | null>>

/**
 * Reads the rows of a request, makes each row's run as far as `POST /v1/run` would check it, and estimates them (Spec
 * 4.1 for each row). What concerns all rows is refused as there; what concerns one row makes that row invalid.
 */
export async function prepareJob(deps: PrepareDeps, principal: Principal, body: JobCreate): Promise<PreparedJob> {
  if (body.record !== undefined) requireAccess(principal, 'write')
  const room = await readJobRoom(deps.db, principal.workspaceId)
  const concurrency = concurrencyOf(body, room)
  const templates = templatesOf(body)
  const source = await sourceOf(deps, principal, body)
  const checked = await checkRows(deps, principal, { body, templates, source })
  const runnable = checked.filter((row) => 'work' in row)
  const [first] = runnable
  if (first === undefined) throw noRunnableRow(checked)
  await requireAllowed(deps, principal, runnable)
  const estimate = await estimated(deps, principal, { room, runnable, invalid: checked.length - runnable.length })
  const { work, routing } = first.work
  const pilot = Math.min(body.pilot ?? PILOT_DEFAULT, runnable.length)
  return {
    job: {
      ...('raw' in work
        ? { capability: null, raw: { provider: work.raw.provider, endpoint: work.raw.endpoint } }
        : { capability: work.capability, raw: null }),
      routing,
      request: shownRequest(body),
      approve: body.approve ?? 'auto',
      concurrency,
      ceiling: parseUsd(body.ceiling),
      estimate,
      status: pilot > 0 ? 'estimating' : body.approve === 'manual' ? 'awaiting_approval' : 'running',
      pilotUntil: runnable[pilot - 1]?.number ?? null,
    },
    rows: checked.map((row) =>
      'work' in row
        ? { number: row.number, key: row.key, request: row.request, error: null }
        : { number: row.number, key: row.key, request: null, error: row.error },
    ),
  }
}

function concurrencyOf({ concurrency }: JobCreate, { plan }: JobRoom): number {
  const most = CONCURRENCY_MAX[plan]
  if (concurrency === undefined) return Math.min(CONCURRENCY_DEFAULT, most)
  if (concurrency > most)
    throw invalidRequest([{ path: '/concurrency', message: `must be at most ${most} on the plan ${plan}` }])
  return concurrency
}

function templatesOf(body: JobCreate): Templates {
  const parsed = (['input', 'path', 'query'] as const).map((member) => {
    const value = body[member]
    if (value === undefined) return { member, template: null, faults: [] }
    const read = parseTemplate(value)
    return read.ok
      ? { member, template: read.template, faults: [] }
      : {
          member,
          template: null,
          faults: read.faults.map(({ path, message }) => ({ path: `/${member}${path}`, message })),
        }
  })
  const faults = parsed.flatMap((one) => one.faults)
  if (faults.length > 0) throw invalidRequest(faults)
  const of = (wanted: string): RowTemplate | null => parsed.find(({ member }) => member === wanted)?.template ?? null
  return { input: of('input'), path: of('path'), query: of('query') }
}

interface RowsToCheck {
  readonly body: JobCreate
  readonly templates: Templates
  readonly source: Source
}

async function checkRows(deps: PrepareDeps, principal: Principal, parts: RowsToCheck): Promise<CheckedRow[]> {
  const slice = slicing()
  const checked: CheckedRow[] = []
  for (const [index, row] of parts.source.rows.entries()) {
    await slice()
    checked.push(await checkRow(deps, principal, { ...parts, row, number: index + 1 }))
  }
  return checked
}

async function checkRow(
  deps: PrepareDeps,
  principal: Principal,
  { body, templates, source, row, number }: RowsToCheck & { readonly row: SourceRow; readonly number: number },
): Promise<CheckedRow> {
  const { key } = row
  const filled = filledRequest(templates, row.data)
  if ('reason' in filled) return { number, key, error: { code: 'invalid_request', message: filled.reason } }
  const { capability, provider, endpoint, routing } = body
  const requested = { capability, provider, endpoint, routing, ...filled.request }
  const work = workOrError(deps, requested)
  if ('error' in work) return { number, key, error: work.error }
  const unchecked = uncheckedRefusal({ body: requested, ...work })
  if (unchecked !== null) throw unchecked
  const tracking = await trackingOf(work)
  if (tracking.subjects.length > SUBJECT_ROWS_MAX)
    return { number, key, error: { code: 'invalid_request', message: 'The row names too many people or companies.' } }
  const record =
    body.record === undefined || source.table === null || row.rowId === null
      ? null
      : linkOf(body.record, { table: source.table, rowId: row.rowId })
  if (number === 1 && body.record !== undefined) requireWritable(body.record, work.work, deps.findCapability)
  return {
    number,
    key,
    work: withinLimits(principal, work),
    request: { ...tracking, record, input: work.input, raw: 'raw' in work.work ? work.work.raw : null },
  }
}

function filledRequest(
  templates: Templates,
  row: JsonObject,
): { readonly request: Partial<Record<'input' | 'path' | 'query', JsonObject>> } | { readonly reason: string } {
  const request: Partial<Record<'input' | 'path' | 'query', JsonObject>> = {}
  for (const member of ['input', 'path', 'query'] as const) {
    const template = templates[member]
    if (template === null) continue
    const filled = fillRow(template, row)
    if (!filled.ok) return { reason: filled.reason }
    request[member] = filled.input
  }
  return { request }
}

/** The parts of a request that a row fills. */
const OF_ROW = /^\/(?:input|path|query)(?:\/|$)/

/** The work of a row. Throws what concerns every row: an unknown capability, or routing that contradicts itself. */
function workOrError(
  deps: PrepareDeps,
  requested: Parameters<typeof checkedWork>[1],
): CheckedWork | { readonly error: RunError } {
  try {
    return checkedWork(deps, requested)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_request') throw error
    const { param } = error.extras
    if (typeof param !== 'string' || !OF_ROW.test(param)) throw error
    return { error: { code: 'invalid_request', message: error.publicMessage } }
  }
}

/** Every row is invalid: the request itself is, and the first row says why. */
function noRunnableRow(checked: readonly CheckedRow[]): Problem {
  const [first] = checked
  const why = first !== undefined && 'error' in first ? ` Row 1: ${first.error.message}` : ''
  return new Problem('invalid_request', `No run can be made of any of the ${checked.length} rows.${why}`, {
    param: '/input',
  })
}

/** What the key may not do, and senders that the workspace does not have: judged once for rows that differ in neither. */
async function requireAllowed(
  deps: PrepareDeps,
  principal: Principal,
  rows: readonly RunnableRow[],
): Promise<void> {
  const judged = new Set<string>()
  for (const { work, request } of rows) {
    const { send } = request
    const input = inputOf(request)
    const same = JSON.stringify([send === null, namedSenders(input), replyOf(input)])
    if (judged.has(same)) continue
    judged.add(same)
    const refusal =
      limitsRefusal(deps, principal, { ...work, context: { send } }) ??
      (send === null ? null : await senderRefusal(deps.db, { ...principal, ...work }))
    if (refusal !== null) throw refusal
  }
}

const inputOf = ({ input }: RowRequest): JsonObject => (isJsonList(input) ? {} : input)

interface RowsToEstimate {
  readonly room: JobRoom
  readonly runnable: readonly RunnableRow[]
  readonly invalid: number
}

/** Throws what `POST /v1/run` would answer for every row, where no row can be served now. */
async function estimated(
  deps: PrepareDeps,
  principal: Principal,
  { room, runnable, invalid }: RowsToEstimate,
): Promise<JobEstimate> {
  const plans = new Map<string, Awaited<ReturnType<typeof planOfRow>>>()
  const slice = slicing()
  const planned: (RoutePlan | null)[] = []
  let refusal: RunError | null = null
  for (const row of runnable) {
    await slice()
    const shape = shapeOfRow(row)
    const known = plans.get(shape) ?? (await planOfRow(deps, principal, room, row))
    plans.set(shape, known)
    planned.push('plan' in known ? known.plan : null)
    if ('error' in known) refusal ??= known.error
  }
  const [first] = runnable
  const known =
    first === undefined || 'raw' in first.work.work
      ? runnable.map(() => ({ isSaved: false, isSuppressed: false }))
      : await readKnownRows(
          deps.db,
          { ...principal, capability: first.work.work.capability, routing: first.work.routing },
          runnable.map(({ request }) => request),
        )
  const rows = planned.map((plan, index): EstimatedRow => ({ isSaved: false, isSuppressed: false, ...known[index], plan }))
  if (refusal !== null && rows.every(({ plan, isSaved }) => plan === null && !isSaved)) throw refusedAll(refusal)
  return estimateOf(rows, invalid)
}

function refusedAll({ code, message, required }: RunError): Problem {
  if (code === 'invalid_request') return new Problem(code, message, { param: '/input' })
  if (code === 'cost_limit_exceeded')
    return new Problem('forbidden', message, { controls: ['max_run_cost'], ...(required === undefined ? {} : { required }) })
  return new Problem('provider_not_available', message)
}

/** Rows with the same members and the same numbers have the same plan, but for conditions on values. */
const shapeOfRow = ({ request }: RunnableRow): string =>
  JSON.stringify([
    Object.entries(inputOf(request)).map(([name, value]) => [name, typeof value === 'number' ? value : typeof value]),
    request.raw,
  ])

async function planOfRow(
  deps: PrepareDeps,
  { workspaceId, environment }: Principal,
  { rates, routingPolicy }: JobRoom,
  { work, request }: RunnableRow,
): Promise<{ readonly plan: RoutePlan } | { readonly error: RunError }> {
  const answer = await planFor(
    { offers: deps.offers, findCapability: deps.findCapability, ...deps.known },
    {
      workspaceId,
      environment,
      capability: 'raw' in work.work ? null : work.work.capability,
      rawRequest: request.raw,
      input: work.input,
      routing: work.routing,
      rates,
      routingPolicy,
    },
  )
  return answer.kind === 'plan' ? { plan: answer.plan } : { error: answer.error }
}

/** The request as the job shows it: items are rows, which have their own list. */
function shownRequest({ dry_run: _dryRun, ceiling: _ceiling, concurrency: _concurrency, ...body }: JobCreate): JsonObject {
  const rows = 'items' in body.rows ? { items: body.rows.items.length } : body.rows
  return JSON.parse(JSON.stringify({ ...body, rows }))
}
