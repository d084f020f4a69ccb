import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { isUnknown, jsonOf, member, numberIn, objectsIn, several } from '../kit/recorded.ts'
import type { Account, Handler, Twin, TwinCall, TwinReply } from '../kit/twin.ts'
import { awaitEnd, costOf, happenings, ITEM_EVENT, itemPriceOf, platformOf, pricingOf, type Run } from './actors.ts'

const refused = (status: number, type: string, message: string): TwinReply => ({
  status,
  json: { error: { type, message } },
})
const data = (value: unknown, status = 200): TwinReply => ({ status, json: { data: value } })
const MISSING = refused(404, 'record-not-found', 'There is no such record.')

const ITEMS_USUAL = 5
const ITEMS_MAX = 10_000
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

/** What actors collect that report what they have not found. */
const NOT_FOUND: Readonly<Record<string, string>> = { 'apify~instagram-profile-scraper': 'instagram-not-found' }

/** As many items as the input and the cap on the charge allow. */
function itemsOf(call: TwinCall, actor: string): JsonObject[] {
  if (isUnknown(call)) return NOT_FOUND[actor] === undefined ? [] : recordsOf(NOT_FOUND[actor])
  const { query, body, account } = call
  const wanted = LIMITS.map((name) => numberIn(member(body, name), 0)).find((count) => count > 0) ?? ITEMS_USUAL
  const cap = numberIn(query.get('maxTotalChargeUsd'), Infinity)
  const most = Math.min(
    wanted,
    platformOf(account).behaviour.items,
    numberIn(query.get('maxItems'), ITEMS_MAX),
    Math.floor(cap / itemPriceOf(account, actor) + 1e-9),
  )
  const { found } = platformOf(account).behaviour
  if (found !== null) return found.slice(0, most)
  const name = RECORDED[actor]
  const records =
    name === undefined ? [{ id: 'item', title: 'An invented item', url: 'https://example.com' }] : recordsOf(name)
  return several(records, Math.min(most, ITEMS_MAX))
}

const recordsOf = (name: string): JsonObject[] => objectsIn(jsonOf(fixture(`apify/${name}`).json))

function startRun(call: TwinCall): Run {
  const actor = call.path['actorId'] ?? ''
  const items = itemsOf(call, actor)
  const { runs, behaviour } = platformOf(call.account)
  const { status, held, cost = costOf(call.account, actor, items.length) } = behaviour
  const run: Run = {
    id: randomUUID().replaceAll('-', '').slice(0, 17),
    actor,
    items,
    end: status,
    status: held ? 'RUNNING' : status,
    cost,
  }
  runs.set(run.id, run)
  return run
}

/** Every member that the platform's document requires of a run. */
const shown = (account: Account, { id, actor, items, status, cost }: Run): JsonObject => ({
  id,
  actId: actor,
  userId: 'userInvented01',
  startedAt: '2026-11-20T09:30:00.000Z',
  finishedAt: status === 'RUNNING' ? null : '2026-11-20T09:30:05.000Z',
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
  pricingInfo: pricingOf(account, actor),
  chargedEventCounts: { [ITEM_EVENT]: items.length },
})

const ofRun =
  (act: (run: Run, call: TwinCall) => void | Promise<void>): Handler =>
  async (call) => {
    const run = platformOf(call.account).runs.get(call.path['runId'] ?? '')
    if (run === undefined) return MISSING
    await act(run, call)
    return data(shown(call.account, run))
  }

const readItems: Handler = ({ account, path, query }) => {
  const run = platformOf(account).runs.get((path['datasetId'] ?? '').replace(/^dataset-/, ''))
  if (run === undefined) return MISSING
  const offset = numberIn(query.get('offset'), 0)
  return { json: run.items.slice(offset, offset + numberIn(query.get('limit'), ITEMS_MAX)) }
}

/** As `BUILD` describes the input. */
const beginRun: Handler = (call) => {
  if (isMissing(call)) return MISSING
  if (typeof (member(call.body, 'maxItems') ?? 0) !== 'number')
    return refused(400, 'invalid-input', 'Input is not valid: Field input.maxItems must be integer')
  return data({ ...shown(call.account, startRun(call)), status: 'READY' }, 201)
}

/** There is no such actor. */
const isMissing = ({ path }: TwinCall): boolean => /no-match/.test(path['actorId'] ?? '')
const pageOf = ({ account, path }: TwinCall) => platformOf(account).pages.get(path['actorId'] ?? '')

const readActor: Handler = (call) => {
  const { stats = { totalRuns: 1_000, totalUsers: 100 }, pricingInfos = [] } = pageOf(call) ?? {}
  return isMissing(call) ? MISSING : data({ id: call.path['actorId'], stats, pricingInfos })
}

const BUILD: JsonObject = {
  inputSchema: JSON.stringify({
    title: 'Input',
    type: 'object',
    schemaVersion: 1,
    properties: { maxItems: { title: 'Items', type: 'integer', description: 'How many items at most.' } },
    required: [],
  }),
}

const readBuild: Handler = (call) =>
  isMissing(call) ? MISSING : data({ id: 'buildInvented01', status: 'SUCCEEDED', ...(pageOf(call)?.build ?? BUILD) })

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
    'POST /v2/actors/{actorId}/runs': beginRun,
    'POST /v2/actors/{actorId}/run-sync-get-dataset-items': (call) => ({ status: 201, json: startRun(call).items }),
    'GET /v2/actor-runs/{runId}': ofRun((run, { query, waits }) =>
      awaitEnd(run, numberIn(query.get('waitForFinish'), 0), waits),
    ),
    'POST /v2/actor-runs/{runId}/abort': ofRun((run) => {
      if (run.status === 'RUNNING') run.status = 'ABORTED'
    }),
    'GET /v2/datasets/{datasetId}/items': readItems,
    'GET /v2/actors/{actorId}': readActor,
    'GET /v2/actors/{actorId}/builds/default': readBuild,
  },
  bill: ({ route, account }) =>
    route.startsWith('POST /v2/actors/') ? ([...platformOf(account).runs.values()].at(-1)?.cost ?? 0) : 0,
  happenings,
}
