import { randomUUID } from 'node:crypto'
import { KNOWN_ACTORS } from '../../../domain/catalog/providers/actors.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { isUnknown, jsonOf, member, numberIn, objectsIn, several } from '../kit/recorded.ts'
import {
  type Account,
  perAccount,
  type Happening,
  type Handler,
  type Twin,
  type TwinCall,
  type TwinReply,
} from '../kit/twin.ts'

const refused = (status: number, type: string, message: string): TwinReply => ({
  status,
  json: { error: { type, message } },
})
const data = (value: unknown, status = 200): TwinReply => ({ status, json: { data: value } })
const MISSING = refused(404, 'record-not-found', 'There is no such record.')

interface Run {
  readonly id: string
  readonly actor: string
  readonly items: readonly JsonObject[]
  status: string
  /** In US dollars; null: not booked yet. */
  cost: number | null
}

const runsOf = perAccount(() => new Map<string, Run>())

const ITEM_EVENT = 'apify-default-dataset-item'
const ITEMS_USUAL = 5
const ITEMS_MAX = 10_000
const PRICE_USUAL = 0.003
/** The members by which actors take their limit. */
const LIMITS = [
  'maxItems',
  'resultsLimit',
  'resultsPerPage',
  'maxResults',
  'maxComments',
  'commentsPerPost',
  'limit',
  'count',
]

/** What the actors of the capabilities collect, as recorded. */
const RECORDED: Readonly<Record<string, string>> = {
  'apify~instagram-profile-scraper': 'instagram-profile',
  'apify~instagram-scraper': 'instagram-posts',
  'apify~instagram-hashtag-scraper': 'instagram-posts',
  'apify~instagram-comment-scraper': 'instagram-comments',
  'clockworks~tiktok-profile-scraper': 'tiktok-videos',
  'clockworks~tiktok-comments-scraper': 'tiktok-comments',
  'kaitoeasyapi~twitter-x-data-tweet-scraper-pay-per-result-cheapest': 'x-tweets',
  'streamers~youtube-channel-scraper': 'youtube-channel',
  'streamers~youtube-scraper': 'youtube-videos',
  'streamers~youtube-comments-scraper': 'youtube-comments',
  // A post and a comment on it.
  'trudax~reddit-scraper-lite': 'reddit-comments',
  'curious_coder~linkedin-jobs-scraper': 'linkedin-jobs',
}

/** The published price of an actor's item. */
const priceOf = (actor: string): number =>
  Number(KNOWN_ACTORS.find((known) => known.actor === actor)?.price?.item ?? PRICE_USUAL)

/** As many items as the input and the cap on the charge allow. */
function itemsOf(call: TwinCall, actor: string): JsonObject[] {
  if (isUnknown(call)) return []
  const { query, body } = call
  const wanted = LIMITS.map((name) => numberIn(member(body, name), 0)).find((count) => count > 0) ?? ITEMS_USUAL
  const cap = numberIn(query.get('maxTotalChargeUsd'), Infinity)
  const most = Math.min(wanted, numberIn(query.get('maxItems'), ITEMS_MAX), Math.floor(cap / priceOf(actor) + 1e-9))
  const name = RECORDED[actor]
  const records =
    name === undefined ? [{ id: 'item', title: 'An invented item', url: 'https://example.com' }] : recordsOf(name)
  return several(records, Math.min(most, ITEMS_MAX))
}

const recordsOf = (name: string): JsonObject[] => objectsIn(jsonOf(fixture(`apify/${name}`).json))

function startRun(call: TwinCall): Run {
  const actor = call.path['actorId'] ?? ''
  const items = itemsOf(call, actor)
  const run: Run = {
    id: randomUUID().replaceAll('-', '').slice(0, 17),
    actor,
    items,
    status: 'SUCCEEDED',
    cost: Number((items.length * priceOf(actor)).toFixed(6)),
  }
  runsOf(call.account).set(run.id, run)
  return run
}

/** Every member that the platform's document requires of a run. */
const shown = ({ id, actor, items, status, cost }: Run): JsonObject => ({
  id,
  actId: actor,
  userId: 'userInvented01',
  startedAt: '2026-11-20T09:30:00.000Z',
  finishedAt: '2026-11-20T09:30:05.000Z',
  status,
  meta: { origin: 'API' },
  stats: { restartCount: 0, resurrectCount: 0, computeUnits: 0.01 },
  options: { build: 'latest', timeoutSecs: 300, memoryMbytes: 1024, diskMbytes: 2048 },
  buildId: 'buildInvented01',
  generalAccess: 'FOLLOW_USER_SETTING',
  platformUsageBillingModel: 'DEVELOPER',
  usageTotalUsd: cost,
  defaultKeyValueStoreId: `store-${id}`,
  defaultDatasetId: `dataset-${id}`,
  defaultRequestQueueId: `queue-${id}`,
  pricingInfo: {
    pricingModel: 'PAY_PER_EVENT',
    pricingPerEvent: { actorChargeEvents: { [ITEM_EVENT]: { eventTitle: 'Item', eventPriceUsd: priceOf(actor) } } },
  },
  chargedEventCounts: { [ITEM_EVENT]: items.length },
})

const ofRun =
  (answer: (run: Run) => TwinReply): Handler =>
  ({ account, path }) => {
    const run = runsOf(account).get(path['runId'] ?? '')
    return run === undefined ? MISSING : answer(run)
  }

const readItems: Handler = ({ account, path, query }) => {
  const run = runsOf(account).get((path['datasetId'] ?? '').replace(/^dataset-/, ''))
  if (run === undefined) return MISSING
  const offset = numberIn(query.get('offset'), 0)
  return { json: run.items.slice(offset, offset + numberIn(query.get('limit'), ITEMS_MAX)) }
}

const readBuild: Handler = () =>
  data({
    id: 'buildInvented01',
    status: 'SUCCEEDED',
    inputSchema: JSON.stringify({
      title: 'Input',
      type: 'object',
      schemaVersion: 1,
      properties: { maxItems: { title: 'Items', type: 'integer', description: 'How many items at most.' } },
      required: [],
    }),
  })

/** The platform books what a run has cost in the end: `{run_id, cost}`. */
const billed: Happening = async ({ run_id, cost }, { accounts }) => {
  const run = accounts.map((account: Account) => runsOf(account).get(String(run_id))).find((one) => one !== undefined)
  if (run === undefined) return { status: 404, json: { error: 'There is no such run.' } }
  run.cost = typeof cost === 'number' ? cost : null
  return { json: { run_id: run.id, cost: run.cost } }
}

export const apify: Twin = {
  slug: 'apify',
  refusals: {
    unauthorized: refused(401, 'user-or-token-not-found', 'The token is not valid.'),
    notFound: MISSING,
    invalid: (fault) => refused(400, 'invalid-input', fault),
    outOfCredit: refused(402, 'not-enough-usage-to-run-paid-actor', 'The usage of the account is used up.'),
    rateLimited: refused(429, 'rate-limit-exceeded', 'Too many requests.'),
  },
  routes: {
    'GET /v2/users/me': () => data({ id: 'userInvented01', username: 'twins' }),
    'POST /v2/actors/{actorId}/runs': (call) => data({ ...shown(startRun(call)), status: 'READY' }, 201),
    'POST /v2/actors/{actorId}/run-sync-get-dataset-items': (call) => ({ status: 201, json: startRun(call).items }),
    'GET /v2/actor-runs/{runId}': ofRun((run) => data(shown(run))),
    'POST /v2/actor-runs/{runId}/abort': ofRun((run) => data(shown(run))),
    'GET /v2/datasets/{datasetId}/items': readItems,
    'GET /v2/actors/{actorId}': ({ path }) =>
      data({ id: path['actorId'], stats: { totalRuns: 1_000, totalUsers: 100 } }),
    'GET /v2/actors/{actorId}/builds/default': readBuild,
  },
  bill: ({ route, account }) =>
    route.startsWith('POST /v2/actors/') ? ([...runsOf(account).values()].at(-1)?.cost ?? 0) : 0,
  happenings: { billed },
}
