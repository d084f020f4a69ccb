import { estimateOf, type EstimatedRow, type JobEstimate, type OtherRows } from '../../../domain/jobs/estimate.ts'
import { isJsonList, type JsonObject } from '../../../domain/json/json.ts'
import { formatUsd, type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import type { RoutePlan } from '../../../domain/routing/plan.ts'
import { NO_ROUTING_POLICY, type RunRules, rulesOf } from '../../../domain/routing/policy.ts'
import { type HoldRefusal, refusedPrice } from '../../../domain/routing/refusal.ts'
import { servedAnswer } from '../../../domain/routing/served-answer.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { planFor } from '../../../usecases/runs/plan.ts'
import type { RowRequest } from '../../../db/jobs/new-job.ts'
import { type KnownRow, readKnownRows } from '../../../db/jobs/known-rows.ts'
import type { JobWorkspace } from '../../../db/jobs/workspace.ts'
import { readWalletState } from '../../../db/money/wallets/read.ts'
import { slicing } from '../../../db/time-slices.ts'
import { Problem } from '../../errors/problem.ts'
import type { PlannedDeps } from '../runs/provider-refusal.ts'
import type { CheckedWork } from '../runs/work.ts'

/** A row from which a run can be made. */
export interface RunnableRow {
  readonly number: number
  readonly key: string | null
  readonly work: CheckedWork
  readonly request: RowRequest
  /** A cell of it has several addresses, of which the first is used. */
  readonly isFirstOfSeveral?: boolean
}

export const inputOf = ({ input }: RowRequest): JsonObject => (isJsonList(input) ? {} : input)

interface RowsToEstimate {
  readonly workspace: JobWorkspace
  /** Of the job, in microdollars. */
  readonly ceiling: Microdollars
  readonly runnable: readonly RunnableRow[]
  readonly others: OtherRows
}

/** Throws what `POST /v1/run` would answer for every row, where no row can be served now. */
export async function estimated(
  deps: PlannedDeps,
  principal: Principal,
  { workspace, ceiling, runnable, others }: RowsToEstimate,
): Promise<JobEstimate> {
  const bound = await boundOf(deps, principal, ceiling)
  const plans = new Map<string, Awaited<ReturnType<typeof planOfRow>>>()
  const slice = slicing()
  const planned: (RoutePlan | null)[] = []
  let refusal: RunError | null = null
  for (const row of runnable) {
    await slice()
    const shape = shapeOfRow(row)
    const known = plans.get(shape) ?? (await planOfRow(deps, principal, { workspace, bound, row }))
    plans.set(shape, known)
    planned.push('plan' in known ? known.plan : null)
    if ('error' in known) refusal ??= known.error
  }
  const [first] = runnable
  const known =
    first === undefined || 'raw' in first.work.work
      ? []
      : await readKnownRows(
          deps.db,
          { ...principal, capability: first.work.work.capability, routing: first.work.routing },
          runnable.map(({ request }) => request),
        )
  const isServed = ({ saved }: KnownRow): boolean =>
    servedAnswer(saved, rulesFor(first, workspace), (provider) => deps.known.findManifest(provider)?.facts) !== null
  const rows = planned.map((plan, index): EstimatedRow => {
    const row = known[index] ?? NOTHING_KNOWN
    return { isSaved: isServed(row), isSuppressed: row.isSuppressed, plan }
  })
  if (refusal !== null && rows.every(({ plan, isSaved }) => plan === null && !isSaved)) throw refusedAll(refusal)
  return estimateOf(rows, { ...others, shortened: runnable.filter((row) => row.isFirstOfSeveral === true).length })
}

const NOTHING_KNOWN: KnownRow = { saved: [], isSuppressed: false }

/** The rules of the request and of the workspace's policy: those of all rows. */
const rulesFor = (row: RunnableRow | undefined, { routingPolicy }: JobWorkspace): RunRules => ({
  routing: row?.work.routing ?? {},
  policy: rulesOf(
    routingPolicy ?? NO_ROUTING_POLICY,
    row === undefined || 'raw' in row.work.work ? null : row.work.work.capability,
  ),
})

function refusedAll({ code, message, required }: RunError): Problem {
  if (code === 'invalid_request') return new Problem(code, message, { param: '/input' })
  if (code === 'cost_limit_exceeded')
    return new Problem('forbidden', message, {
      controls: ['max_run_cost'],
      ...(required === undefined ? {} : { required }),
    })
  return new Problem('provider_not_available', message)
}

/** Rows with the same members and the same numbers have the same plan, but for conditions on values. */
const shapeOfRow = ({ request }: RunnableRow): string =>
  JSON.stringify([
    Object.entries(inputOf(request)).map(([name, value]) => [name, typeof value === 'number' ? value : typeof value]),
    request.raw,
  ])

/** What a row's run cannot hold more than: the ceiling or the wallet, whichever is lower. */
async function boundOf(
  { db }: PlannedDeps,
  { workspaceId, environment }: Principal,
  ceiling: Microdollars,
): Promise<HoldRefusal> {
  const wallet = await readWalletState(db, workspaceId, environment)
  const available = formatUsd(wallet.available)
  return ceiling < wallet.available
    ? { control: 'job_ceiling', available, limit: formatUsd(ceiling), left: formatUsd(ceiling) }
    : { control: 'balance', available, limit: null }
}

interface RowToPlan {
  readonly workspace: JobWorkspace
  readonly bound: HoldRefusal
  readonly row: RunnableRow
}

/** The plan with which the row's run is executed: that within the bound, if any offer fits in it. */
async function planOfRow(
  deps: PlannedDeps,
  { workspaceId, environment }: Principal,
  { workspace: { rates, routingPolicy }, bound, row: { work, request } }: RowToPlan,
): Promise<{ readonly plan: RoutePlan } | { readonly error: RunError }> {
  const sources = { offers: deps.offers, findCapability: deps.findCapability, ...deps.known }
  const run = {
    workspaceId,
    environment,
    capability: 'raw' in work.work ? null : work.work.capability,
    rawRequest: request.raw,
    input: work.input,
    routing: work.routing,
    rates,
    routingPolicy,
  }
  const answer = await planFor(sources, run)
  if (answer.kind === 'refused') return { error: answer.error }
  if (refusedPrice(parseUsd(answer.plan.hold), bound) === null) return { plan: answer.plan }
  const within = await planFor(sources, { ...run, refusal: bound })
  return { plan: within.kind === 'plan' ? within.plan : answer.plan }
}
