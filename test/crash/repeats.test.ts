import { afterAll, describe, expect, it } from '@jest/globals'
import { fixture } from '../fixtures/load.ts'
import { leftovers } from '../support/child-process.ts'
import type { CrashAt } from '../support/crash-point.ts'
import { crashedRun } from '../support/crashed-run.ts'
import { findThrough, takeAllTurns } from '../support/live-providers.ts'
import { timeSkippingEnvironment } from '../support/temporal.ts'
import { until } from '../support/until.ts'

const TIMEOUT_MS = 400_000
const FREE = { held: 0n, spent: 0n, drifts: [] }

afterAll(() => { expect(leftovers()).toEqual([]) })

const sendEmail = (scenario = '') => ({
  capability: 'email.send', input: { to: 'robin.sample@example.com', subject: 'A question', text: `Hello Robin ${scenario}` },
})

describe('a send whose worker dies around the call', () => {
  it.concurrent.each([
    ['call_provider:after', 'quick', ''],
    ['call_provider:before', 'quick', ''],
    ['call_provider:after', 'slow', '+slow-3'],
  ] as const)('%s in the %s lane: is repeated under the same key where the provider takes one, and delivered once', async (at, _lane, scenario) => {
    const ended = await crashedRun({ crashes: [at], environment: 'test', request: sendEmail(scenario) })
    expect(ended).toMatchObject({
      run: { status: 'succeeded', provider: 'sandbox-alpha' }, closedAs: 'succeeded', transfers: ['hold', 'charge'], held: 0n, drifts: [],
      attempts: [{ provider: 'sandbox-alpha', outcome: 'succeeded', executions: 2 }],
    })
    expect(ended.attempts).toHaveLength(1)
  }, TIMEOUT_MS)

  it.concurrent.each(['call_provider:before', 'call_provider:after'] as const)('%s: is unknown where the call must not be repeated, costs nothing, and nobody else sends', async (at) => {
    const ended = await crashedRun({ crashes: [at], environment: 'test', request: sendEmail(), settings: { CALLS_REPEAT: 'never' } })
    expect(ended).toMatchObject({
      run: { status: 'failed', error: { code: 'provider_error' }, billing: { charged: null }, attempts: [{ detail: expect.stringMatching(/^unknown:/) }] },
      closedAs: 'failed', transfers: ['hold', 'release'], ...FREE,
    })
    expect(ended.attempts).toEqual([{ provider: 'sandbox-alpha', outcome: 'unknown', executions: 2 }])
  }, TIMEOUT_MS)
})

describe('a call that must not be repeated', () => {
  it.concurrent.each([
    ['call_provider:before', 'hunter', 0],
    ['call_provider:after', 'hunter', 1],
    ['call_provider:after', 'findymail', 1],
  ] as const)('%s: %s is never asked again', async (at, provider, asked) => {
    const ended = await crashedRun({ crashes: [at], environment: 'live', request: findThrough(provider), settings: { CALLS_REPEAT: 'never' } })
    expect(ended).toMatchObject({
      run: { status: 'failed', error: { code: 'provider_error' } }, closedAs: 'failed', transfers: ['hold', 'release'], ...FREE,
      attempts: [{ provider, outcome: 'unknown' }],
    })
    expect(ended.asked[provider]).toBe(asked)
  }, TIMEOUT_MS)
})

describe('a provider that failed before its worker died', () => {
  it.concurrent.each(['record_outcome:after', 'begin_attempt:after'] as const)('is not asked again: the next one delivers and is charged (%s)', async (at) => {
    const second: CrashAt[] = at === 'begin_attempt:after' ? ['record_outcome:after', at] : [at]
    const ended = await crashedRun({
      crashes: second, environment: 'live', request: findThrough('auto'),
      prepare: async ({ providers }) => { providers.leadmagic.script({ status: 500, json: {} }) },
    })
    expect(ended).toMatchObject({
      run: { status: 'succeeded', provider: 'hunter' }, closedAs: 'succeeded', transfers: expect.arrayContaining(['hold', 'charge']), held: 0n, drifts: [],
      attempts: [{ provider: 'leadmagic', outcome: 'provider_error', executions: 1 }, { provider: 'hunter', outcome: 'succeeded' }],
      asked: { leadmagic: 1, hunter: 1, findymail: 0 },
    })
  }, TIMEOUT_MS)
})

describe('a run that cannot be paid', () => {
  it.concurrent.each(['settle_run:before', 'settle_run:after'] as const)('is refused once, whichever worker says so (%s)', async (at) => {
    const ended = await crashedRun({ crashes: [at], environment: 'live', request: findThrough('hunter'), credit: '0.00' })
    expect(ended).toMatchObject({
      run: { status: 'failed', error: { code: 'insufficient_balance' } }, closedAs: 'failed', transfers: [], attempts: [], ...FREE, asked: { hunter: 0 },
    })
  }, TIMEOUT_MS)
})

describe('a worker that cuts a call off as it shuts down, and dies', () => {
  it.concurrent.each(['give_up_attempt:before', 'give_up_attempt:after'] as const)('%s: the next worker asks again', async (at) => {
    const ended = await crashedRun({
      crashes: [at], environment: 'live', request: findThrough('findymail'),
      // Longer than a worker's grace.
      settings: { CALL_DEADLINE_MS: '60000' },
      prepare: async ({ providers }) => { providers.findymail.script({ fault: 'hang' }, fixture('findymail/found')) },
      async underway({ providers, worker }) {
        await until(async () => providers.findymail.calls.length, (calls) => calls === 1)
        worker.signal('SIGTERM')
      },
    })
    expect(ended).toMatchObject({
      run: { status: 'succeeded' }, closedAs: 'succeeded', transfers: ['hold', 'charge'], held: 0n, drifts: [],
      attempts: [{ provider: 'findymail', outcome: 'succeeded', executions: 2 }], asked: { findymail: 2 },
    })
  }, TIMEOUT_MS)
})

describe('a worker that dies as it gives up waiting for a provider without room', () => {
  it.concurrent.each(['record_no_turn:before', 'record_no_turn:after'] as const)('%s: that provider is never asked, and the next one delivers', async (at) => {
    const temporal = await timeSkippingEnvironment()
    try {
      const ended = await crashedRun({
        crashes: [at], environment: 'live', request: findThrough('auto'), temporal: { address: temporal.address, namespace: temporal.namespace ?? 'default' },
        prepare: ({ service }) => takeAllTurns(service.db, 'leadmagic'),
        async underway() { void temporal.sleep('11 minutes').catch(() => undefined) },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'hunter' }, closedAs: 'succeeded', held: 0n, drifts: [],
        attempts: [{ provider: 'leadmagic', outcome: 'rate_limited', executions: 0 }, { provider: 'hunter', outcome: 'succeeded', executions: 1 }],
        asked: { leadmagic: 0, hunter: 1, findymail: 0 },
      })
    } finally {
      await temporal.teardown()
    }
  }, TIMEOUT_MS)
})
