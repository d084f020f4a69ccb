import type { ClientRequest, Evidence, ReceivedWebhook, StoredRun } from './evidence.ts'

const WALLET = { workspaceId: 'ws_1', environment: 'live' } as const

const request = (marker: string, more: Partial<ClientRequest>): ClientRequest => ({
  ...WALLET,
  marker,
  what: 'create',
  kind: 'find',
  key: `key-${marker}`,
  at: 1_000,
  ms: 50,
  status: 200,
  code: null,
  runId: `run_${marker}`,
  runStatus: 'succeeded',
  done: true,
  replay: false,
  retryAfter: false,
  ...more,
})

const run = (marker: string, more: Partial<StoredRun> = {}): StoredRun => ({
  ...WALLET,
  id: `run_${marker}`,
  marker,
  key: `key-${marker}`,
  status: 'succeeded',
  ended: true,
  held: '0',
  charged: '1430',
  platformFunded: true,
  deliveredAttempt: 1,
  provider: 'hunter',
  billOpen: false,
  recorded: false,
  createdAt: 1_000,
  finishedAt: 1_050,
  ...more,
})

const transfers = (marker: string, held: string, charged: string) => [
  { runId: `run_${marker}`, kind: 'hold', amount: held, debit: 'ws_1:live:available', credit: 'ws_1:live:held' },
  ...(charged === '0'
    ? []
    : [
        {
          runId: `run_${marker}`,
          kind: 'charge',
          amount: charged,
          debit: 'ws_1:live:held',
          credit: 'platform:live:revenue',
        },
      ]),
  ...(held === charged
    ? []
    : [
        {
          runId: `run_${marker}`,
          kind: 'release',
          amount: String(BigInt(held) - BigInt(charged)),
          debit: 'ws_1:live:held',
          credit: 'ws_1:live:available',
        },
      ]),
]

const attempt = (marker: string, outcome: string, detail: string | null = null) => ({
  runId: `run_${marker}`,
  number: 1,
  provider: 'hunter',
  outcome,
  detail,
  executions: 1,
})

const received = (deliveryId: string, more: Partial<ReceivedWebhook> = {}): ReceivedWebhook => ({
  at: 2_000,
  webhookId: 'wh_1',
  eventId: 'evt_1',
  deliveryId,
  genuine: true,
  status: 200,
  ...more,
})

/**
 * A small campaign that keeps every promise, with something of each kind to judge: a repeated lookup, a recorded one,
 * an email and an email with an unknown outcome, an actor, a cancelled run, and a message with two deliveries.
 */
export const SAMPLE: Evidence = {
  requests: [
    request('m000001a', {}),
    request('m000001a', { at: 5_000, replay: true }),
    request('m000002w', { what: 'write', key: null, runId: null, runStatus: null, done: false }),
    request('m000002w', {}),
    request('m000003e', {}),
    request('m000004e', { status: 502, code: 'provider_error', runStatus: 'failed' }),
    request('m000005x', { status: 202, runStatus: 'running', done: false }),
    request('m000005x', { what: 'read', key: null }),
    request('m000006a', { what: 'cancel', key: null, runStatus: 'cancelled' }),
    request('', {
      what: 'wallet',
      key: null,
      status: 503,
      code: 'unavailable',
      runId: null,
      runStatus: null,
      done: false,
      retryAfter: true,
    }),
  ],
  messages: [{ id: 'message-1', statuses: [0, 200, 200] }],
  readers: [{ ...WALLET, name: 'reader', eventIds: ['evt_1', 'evt_2'] }],
  topups: [{ ...WALLET, amount: '1000000' }],
  calls: [
    { at: 1_010, provider: 'hunter', what: 'lookup', marker: 'm000001a', key: null, accepted: true },
    { at: 1_010, provider: 'hunter', what: 'lookup', marker: 'm000002w', key: null, accepted: true },
    { at: 1_010, provider: 'agentmail', what: 'send', marker: 'm000003e', key: 'run_m000003e:1', accepted: true },
    { at: 1_020, provider: 'agentmail', what: 'send', marker: 'm000003e', key: 'run_m000003e:1', accepted: true },
    { at: 1_010, provider: 'agentmail', what: 'send', marker: 'm000004e', key: 'run_m000004e:1', accepted: true },
  ],
  actors: [{ marker: 'm000005x', id: 'actor1', finalCost: '10000' }],
  received: [received('whd_1', { status: 500 }), received('whd_1')],
  stored: {
    now: 100_000,
    runs: [
      run('m000001a'),
      run('m000002w', { recorded: true }),
      run('m000003e'),
      run('m000004e', { status: 'failed', charged: null, deliveredAttempt: null }),
      run('m000005x', { charged: '14300' }),
      run('m000006a', { status: 'cancelled', charged: null, deliveredAttempt: null, provider: null }),
    ],
    attempts: [
      attempt('m000001a', 'succeeded'),
      attempt('m000002w', 'succeeded'),
      attempt('m000003e', 'succeeded'),
      attempt('m000004e', 'unknown', 'unknown: the answer was lost'),
      attempt('m000005x', 'succeeded'),
    ],
    transfers: [
      ...transfers('m000001a', '1430', '1430'),
      ...transfers('m000002w', '1430', '1430'),
      ...transfers('m000003e', '1430', '1430'),
      ...transfers('m000004e', '1430', '0'),
      ...transfers('m000005x', '1000000', '14300'),
      ...transfers('m000006a', '1430', '0'),
    ],
    wallets: [{ ...WALLET, available: String(1_000_000 - 3 * 1_430 - 14_300), held: '0', receivable: '0' }],
    events: [
      { ...WALLET, id: 'evt_1', sequence: 1, messageId: 'message-1' },
      { ...WALLET, id: 'evt_2', sequence: 2, messageId: null },
    ],
    webhooks: [
      { ...WALLET, id: 'wh_1' },
      { ...WALLET, id: 'wh_2' },
    ],
    deliveries: [
      { id: 'whd_1', webhookId: 'wh_1', eventId: 'evt_1', status: 'delivered', nextAttemptAt: null },
      { id: 'whd_2', webhookId: 'wh_2', eventId: 'evt_1', status: 'pending', nextAttemptAt: 200_000 },
    ],
    rows: [{ ...WALLET, key: 'robin@m000002w.example.com', status: 'found' }],
  },
  drifts: [],
  stuck: [],
  openWorkflows: [
    { id: 'whd_2', type: 'deliverWebhook' },
    { id: 'wh_2:1', type: 'disableFailingEndpoint' },
  ],
  ended: [],
}
