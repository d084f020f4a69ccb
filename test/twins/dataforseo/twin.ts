import { type Json, type JsonObject, isJsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { about, bodyOf, isUnknown, jsonOf, subjectOf } from '../kit/recorded.ts'
import { type Handler, perAccount, type Happening, type Twin, type TwinCall, type TwinReply } from '../kit/twin.ts'

const OK = 20_000
const NO_RESULTS = 40_102
/** What a task costs, in US dollars: a search and a look-up. */
const SEARCH = 0.002
const DATA = 0.02
/** A page with its scripts. */
const PAGE = 0.0015

/** What each task costs from now on; null: what is usual. */
const prices = perAccount((): { task: number | null } => ({ task: null }))

/** Tasks cost what their models take: `{cost}` in US dollars, for the platform's account. */
const tasksCost: Happening = async ({ cost }, { platform }) => {
  prices(platform()).task = typeof cost === 'number' ? cost : null
  return { json: {} }
}

const refusal = (code: number, message: string, status = 200): TwinReply => ({
  status,
  json: {
    ...frame(),
    status_code: code,
    status_message: message,
    cost: 0,
    tasks_count: 0,
    tasks_error: 0,
    tasks: null,
  },
})

const frame = (): JsonObject => ({ version: '0.1.20260717', time: '0.1 sec.' })

/** One answer for each task of the request, with the recorded result. */
const tasks =
  (recorded: string | null, cost: number): Handler =>
  (call) => {
    const given = Array.isArray(call.body) ? call.body : [Object.fromEntries(call.query)]
    const each = prices(call.account).task ?? cost
    const done = given.map((task, index) => taskOf(call, { task, index, recorded, cost: each }))
    return {
      json: {
        ...frame(),
        status_code: OK,
        status_message: 'Ok.',
        cost: sum(done.map((one) => Number(one.cost))),
        tasks_count: done.length,
        tasks_error: done.filter(({ status_code }) => status_code !== OK).length,
        tasks: done,
      },
    }
  }

/** Sums of prices have no more digits than the prices. */
const sum = (costs: readonly number[]): number => Number(costs.reduce((total, cost) => total + cost, 0).toFixed(6))

interface Task {
  readonly task: Json
  readonly index: number
  readonly recorded: string | null
  readonly cost: number
}

function taskOf(call: TwinCall, { task, index, recorded, cost }: Task): JsonObject {
  const alone = { ...call, body: task }
  const missed = isUnknown(alone)
  return {
    id: `07231252-0000-0139-0000-${String(index + 1).padStart(12, '0')}`,
    status_code: missed ? NO_RESULTS : OK,
    status_message: missed ? 'No Search Results.' : 'Ok.',
    time: '0.1 sec.',
    cost,
    result_count: missed ? 0 : 1,
    path: call.route.split('/').slice(1),
    data: task,
    result: missed ? null : resultOf(alone, recorded),
  }
}

function resultOf(call: TwinCall, recorded: string | null): Json {
  if (recorded === null) return [{ items_count: 0, items: [] }]
  const { json } = about(subjectOf(call), { json: bodyOf(recorded) })
  const body = jsonOf(json)
  const list = isJsonObject(body) ? body.tasks : null
  const [first = null] = Array.isArray(list) ? list : []
  return isJsonObject(first) ? (first.result ?? null) : null
}

export const dataforseo: Twin = {
  slug: 'dataforseo',
  refusals: {
    unauthorized: refusal(40_100, 'You are not authorized to access this resource.', 401),
    notFound: refusal(40_400, 'Not Found.', 404),
    invalid: (fault) => refusal(40_501, `Invalid Field: ${fault}`),
    outOfCredit: fixture('dataforseo/cost-cap'),
    rateLimited: fixture('dataforseo/rate-limited'),
  },
  routes: {
    'GET /v3/appendix/user_data': ({ account }) => ({
      json: {
        ...frame(),
        status_code: OK,
        status_message: 'Ok.',
        cost: 0,
        tasks: [{ result: [{ money: { balance: account.credits } }] }],
      },
    }),
    'POST /v3/serp/google/organic/live/regular': tasks('dataforseo/search', SEARCH),
    'POST /v3/serp/google/organic/live/advanced': tasks('dataforseo/page', SEARCH),
    'POST /v3/on_page/content_parsing/live': tasks('dataforseo/content', PAGE),
    'POST /v3/dataforseo_labs/google/keyword_overview/live': tasks('dataforseo/keywords', DATA),
    'POST /v3/dataforseo_labs/google/keyword_suggestions/live': tasks('dataforseo/keywords', DATA),
    'POST /v3/dataforseo_labs/google/keywords_for_site/live': tasks('dataforseo/keywords', DATA),
    'POST /v3/backlinks/backlinks/live': tasks('dataforseo/backlinks', DATA),
    'POST /v3/backlinks/summary/live': tasks('dataforseo/summary', DATA),
  },
  otherwise: (call) => tasks(null, DATA)(call),
  happenings: { tasks_cost: tasksCost },
  bill(_, { json }) {
    const body = jsonOf(json)
    const cost = isJsonObject(body) ? body.cost : 0
    return typeof cost === 'number' ? cost : 0
  },
}
