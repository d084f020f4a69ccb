/** How the runs that are started from now on will go. */
export interface ActorScript {
  readonly status?: 'SUCCEEDED' | 'FAILED' | 'TIMED-OUT' | 'ABORTED'
  readonly items?: readonly unknown[]
  /** What the run is reported to have cost at its end, as written in the answer; null: nothing is booked yet. */
  readonly cost?: unknown
  readonly pricingInfo?: object
  /** Who is reported to pay for memory and the platform's other resources. */
  readonly payer?: 'USER' | 'DEVELOPER'
  readonly chargedEventCounts?: Readonly<Record<string, number>>
  /** What it is reported to have cost from `FINAL_COST_AFTER_MS` after its start on, where that differs from `cost`. */
  readonly finalCost?: number
  /** Ends only by `finish`, or when it is aborted. */
  readonly held?: boolean
  /** Refuses to start. */
  readonly refusal?: { readonly status: number; readonly type: string }
}

/** An actor as its page and its default build describe it. */
export interface ActorPage {
  /** The members of a build that state what the actor takes. */
  readonly build: Readonly<Record<string, unknown>>
  readonly stats?: Readonly<Record<string, unknown>>
  readonly pricingInfos?: readonly object[]
}

export interface StartedRun {
  readonly id: string
  readonly actorId: string
  readonly input: unknown
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

export interface Run {
  readonly started: StartedRun
  readonly script: ActorScript
  readonly startedAt: number
  status: string
  cost: unknown
}

const WAIT_STEP_MS = 20
const FINAL_COST_AFTER_MS = 1_000

/** What the platform knows, and how it answers now. */
export interface PlatformState {
  readonly runs: Map<string, Run>
  readonly aborted: string[]
  readonly pages: Map<string, ActorPage>
  script: ActorScript | ((input: unknown) => ActorScript)
  /** Answers every reading with this status; null: as usual. */
  readStatus: number | null
  retryAfter: number | undefined
  /** How many further requests for items it refuses. */
  itemsRefused: number
  buildReads: number
}

export const newState = (): PlatformState => ({
  runs: new Map(),
  aborted: [],
  pages: new Map(),
  script: {},
  readStatus: null,
  retryAfter: undefined,
  itemsRefused: 0,
  buildReads: 0,
})

export function endRun(run: Run): void {
  run.status = run.script.status ?? 'SUCCEEDED'
}

export interface PlatformRequest {
  readonly method: string | undefined
  readonly url: URL
  readonly body: string
  readonly authorization: string | undefined
  /** Whether the client still waits for the answer. */
  readonly waits: () => boolean
}

export interface PlatformAnswer {
  readonly status: number
  readonly body: unknown
}

const refused = (status: number, type: string, message: string): PlatformAnswer => ({
  status,
  body: { error: { type, message } },
})
const data = (value: unknown, status = 200): PlatformAnswer => ({ status, body: { data: value } })

/** A path of the platform; its handler gets the parts in brackets, and passes on with null. */
interface Path {
  readonly method?: string
  readonly path: RegExp
  readonly answer: (
    state: PlatformState,
    request: PlatformRequest,
    parts: readonly (string | undefined)[],
  ) => PlatformAnswer | null | Promise<PlatformAnswer | null>
}

const PATHS: readonly Path[] = [
  { method: 'POST', path: /^\/v2\/actors\/([^/]+)\/runs$/, answer: startRun },
  { path: /^\/v2\/actor-runs\/([^/]+)\/abort$/, answer: abortRun },
  { path: /^\/v2\/actor-runs\/([^/]+)$/, answer: waitForRun },
  { method: 'GET', path: /^\/v2\/actors\/([^/]+)(\/builds\/default)?$/, answer: readActor },
  { method: 'GET', path: /^\/v2\/users\/me$/, answer: () => data({ id: 'userInvented01' }) },
  { path: /^\/v2\/datasets\/dataset-([^/]+)\/items$/, answer: readItems },
]

export async function answerOf(state: PlatformState, request: PlatformRequest): Promise<PlatformAnswer> {
  for (const { method, path, answer } of PATHS) {
    const match = method === undefined || method === request.method ? path.exec(request.url.pathname) : null
    const given = match === null ? null : await answer(state, request, match.slice(1))
    if (given !== null) return given
  }
  return refused(404, 'record-not-found', 'no such thing')
}

function startRun(
  state: PlatformState,
  { url, body, authorization }: PlatformRequest,
  [actorId = '']: readonly (string | undefined)[],
): PlatformAnswer {
  const input: unknown = JSON.parse(body || 'null')
  const script = typeof state.script === 'function' ? state.script(input) : state.script
  const { refusal } = script
  if (refusal !== undefined) return refused(refusal.status, refusal.type, `${refusal.type}, says the platform`)
  const started: StartedRun = {
    id: `run${state.runs.size + 1}x${Date.now().toString(36)}`,
    actorId: decodeURIComponent(actorId),
    input,
    query: Object.fromEntries(url.searchParams),
    authorization,
  }
  const run: Run = { started, script, startedAt: Date.now(), status: 'RUNNING', cost: script.cost ?? null }
  state.runs.set(started.id, run)
  if (script.held !== true) endRun(run)
  return data({ ...presented(run), status: 'READY' }, 201)
}

function abortRun(
  { runs, aborted }: PlatformState,
  _: PlatformRequest,
  [runId = '']: readonly (string | undefined)[],
): PlatformAnswer | null {
  const run = runs.get(runId)
  if (run === undefined) return null
  aborted.push(run.started.id)
  if (run.status === 'RUNNING') run.status = 'ABORTED'
  return data(presented(run))
}

async function waitForRun(
  { runs, readStatus }: PlatformState,
  { url, waits }: PlatformRequest,
  [runId = '']: readonly (string | undefined)[],
): Promise<PlatformAnswer | null> {
  const run = runs.get(runId)
  if (run === undefined) return null
  if (readStatus !== null) return refused(readStatus, 'internal-server-error', 'for now')
  const until = Date.now() + Number(url.searchParams.get('waitForFinish') ?? '0') * 1000
  while (run.status === 'RUNNING' && Date.now() < until && waits())
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS))
  if (run.script.finalCost !== undefined && Date.now() - run.startedAt >= FINAL_COST_AFTER_MS)
    run.cost = run.script.finalCost
  return data(presented(run))
}

function readActor(
  state: PlatformState,
  _: PlatformRequest,
  [actorId = '', build]: readonly (string | undefined)[],
): PlatformAnswer {
  if (build !== undefined) state.buildReads += 1
  if (state.readStatus !== null) return refused(state.readStatus, 'internal-server-error', 'for now')
  const published = state.pages.get(decodeURIComponent(actorId))
  if (published === undefined) return refused(404, 'record-not-found', 'no such actor')
  return data(
    build === undefined
      ? { id: 'actorInvented01', stats: published.stats ?? {}, pricingInfos: published.pricingInfos ?? [] }
      : { id: 'buildInvented01', status: 'SUCCEEDED', ...published.build },
  )
}

function readItems(
  state: PlatformState,
  { url }: PlatformRequest,
  [runId = '']: readonly (string | undefined)[],
): PlatformAnswer {
  const items = state.runs.get(runId)?.script.items ?? []
  const offset = Number(url.searchParams.get('offset') ?? '0')
  if (offset > 0 && state.itemsRefused > 0) {
    state.itemsRefused -= 1
    return refused(502, 'bad-gateway', 'for now')
  }
  return { status: 200, body: items.slice(offset, offset + Number(url.searchParams.get('limit') ?? '1000')) }
}

/** Every member that the platform's document requires of a run. */
function presented({ started, script, startedAt, status, cost }: Run) {
  return {
    id: started.id,
    actId: 'actorInvented01',
    userId: 'userInvented01',
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: status === 'RUNNING' ? null : new Date(startedAt + 5_000).toISOString(),
    status,
    meta: { origin: 'API' },
    stats: { restartCount: 0, resurrectCount: 0, computeUnits: 0.01 },
    options: {
      build: 'latest',
      timeoutSecs: 300,
      memoryMbytes: Number(started.query['memory'] ?? '1024'),
      diskMbytes: 2048,
    },
    buildId: 'buildInvented01',
    generalAccess: 'FOLLOW_USER_SETTING',
    usageTotalUsd: cost,
    defaultKeyValueStoreId: `store-${started.id}`,
    defaultDatasetId: `dataset-${started.id}`,
    defaultRequestQueueId: `queue-${started.id}`,
    ...(script.payer === undefined ? {} : { platformUsageBillingModel: script.payer }),
    ...(script.pricingInfo === undefined ? {} : { pricingInfo: script.pricingInfo }),
    ...(script.chargedEventCounts === undefined ? {} : { chargedEventCounts: script.chargedEventCounts }),
  }
}
