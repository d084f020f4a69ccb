import { afterAll, describe, expect, it } from '@jest/globals'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { crashedRun } from '../../support/crashed-run.ts'
import { findThrough } from '../../support/live-providers.ts'
import { until } from '../../support/until.ts'

/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000
/** Shorter leases than the manifests': a lease is the call's deadline and five seconds. */
const SHORT = { CALL_DEADLINE_MS: '5000' }
const FREE = { transfers: ['hold', 'release'], held: 0n, spent: 0n, drifts: [] }
const PAID = { held: 0n, drifts: [], transfers: expect.arrayContaining(['hold', 'charge']) }

const sendEmail = (scenario = '') => ({
  capability: 'email.send',
  input: { to: 'robin.sample@example.com', subject: 'A question', text: `Hello Robin ${scenario}` },
})

afterAll(() => {
  expect(leftovers()).toEqual([])
})

describe('a send whose worker dies around the call', () => {
  it.concurrent.each(
    played([
      ['call_provider:before', 'quick', ''],
      ['call_provider:after', 'quick', ''],
      // Three simulated seconds put it into the slow lane.
      ['call_provider:after', 'slow', '+slow-3'],
    ] as const),
  )(
    '%s in the %s lane: is repeated under its key where the provider takes one, and delivered once',
    async (at, _lane, scenario) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'test',
        request: sendEmail(scenario),
        settings: SHORT,
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'sandbox-alpha' },
        closedAs: 'succeeded',
        ...PAID,
      })
      expect(ended.attempts).toEqual([{ provider: 'sandbox-alpha', outcome: 'succeeded', executions: 2 }])
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['call_provider:before', 'call_provider:after'] as const))(
    '%s: is unknown where the call must not be repeated, costs nothing, and no other provider sends',
    async (at) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'test',
        request: sendEmail(),
        settings: { ...SHORT, CALLS_REPEAT: 'never' },
      })
      expect(ended).toMatchObject({
        run: {
          status: 'failed',
          error: { code: 'send_outcome_unknown' },
          billing: { charged: null },
          attempts: [{ detail: expect.stringMatching(/^unknown:/) }],
        },
        closedAs: 'failed',
        ...FREE,
      })
      expect(ended.attempts).toEqual([{ provider: 'sandbox-alpha', outcome: 'unknown', executions: 2 }])
    },
    TIMEOUT_MS,
  )
})

describe('a call that must not be repeated', () => {
  it.concurrent.each(
    played([
      ['call_provider:before', 'hunter', 0],
      ['call_provider:after', 'hunter', 1],
      ['call_provider:after', 'findymail', 1],
    ] as const),
  )(
    '%s: %s is not called a second time',
    async (at, provider, calls) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'live',
        request: findThrough(provider),
        settings: { ...SHORT, CALLS_REPEAT: 'never' },
      })
      expect(ended).toMatchObject({
        run: { status: 'failed', error: { code: 'provider_error' } },
        closedAs: 'failed',
        ...FREE,
        attempts: [{ provider, outcome: 'unknown' }],
      })
      expect(ended.calls[provider]).toBe(calls)
    },
    TIMEOUT_MS,
  )
})

describe('a provider that failed before its worker died', () => {
  it.concurrent.each(
    played([
      ['at once', ['record_outcome:after']],
      ['with the next worker, which dies at the next provider', ['record_outcome:after', 'begin_attempt:after']],
    ] as const),
  )(
    'is not called again: only the next one, which delivers, is charged (%s)',
    async (_when, crashes) => {
      const ended = await crashedRun({
        crashes,
        environment: 'live',
        request: findThrough('auto'),
        settings: SHORT,
        prepare: async ({ providers }) => {
          providers.set('leadmagic', 'wrong')
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'hunter' },
        closedAs: 'succeeded',
        ...PAID,
        attempts: [
          { provider: 'leadmagic', outcome: 'provider_error', executions: 1 },
          { provider: 'hunter', outcome: 'succeeded' },
        ],
        calls: { leadmagic: 1, hunter: 1, findymail: 0 },
      })
    },
    TIMEOUT_MS,
  )
})

describe('a run that cannot be paid', () => {
  it.concurrent.each(played(['settle_run:before', 'settle_run:after'] as const))(
    'is refused once, whichever worker states it (%s)',
    async (at) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'live',
        request: findThrough('hunter'),
        credit: '0.00',
      })
      expect(ended).toMatchObject({
        run: { status: 'failed', error: { code: 'insufficient_balance' } },
        closedAs: 'failed',
        held: 0n,
        spent: 0n,
        drifts: [],
        calls: { hunter: 0 },
      })
      expect([ended.transfers, ended.attempts]).toEqual([[], []])
    },
    TIMEOUT_MS,
  )
})

describe('a worker that cuts a call off as it shuts down, and dies over that', () => {
  it.concurrent.each(played(['give_up_attempt:before', 'give_up_attempt:after'] as const))(
    '%s: the next worker repeats the call',
    async (at) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'live',
        request: findThrough('findymail'),
        // Longer than the grace of a worker that shuts down.
        settings: { CALL_DEADLINE_MS: '12000', GRACE: '2000' },
        prepare: async ({ providers }) => {
          providers.set('findymail', 'hang', { times: 1 })
        },
        async underway({ providers, worker }) {
          await until(
            async () => providers.calls('findymail').length,
            (calls) => calls === 1,
          )
          worker.signal('SIGTERM')
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded' },
        closedAs: 'succeeded',
        ...PAID,
        attempts: [{ provider: 'findymail', outcome: 'succeeded', executions: 2 }],
        calls: { findymail: 2 },
      })
    },
    TIMEOUT_MS,
  )
})

describe('a provider that a deployment has taken out after the run was planned', () => {
  it.concurrent.each(played(['record_skipped_attempt:before', 'record_skipped_attempt:after'] as const))(
    'is skipped, and the next one delivers (%s)',
    async (at) => {
      const ended = await crashedRun({
        crashes: ['reserve_runs:after', at],
        environment: 'live',
        request: findThrough('auto'),
        settings: { WITHOUT_PROVIDER: 'leadmagic' },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'hunter' },
        closedAs: 'succeeded',
        ...PAID,
        attempts: [
          { provider: 'leadmagic', outcome: 'provider_error', executions: 0 },
          { provider: 'hunter', outcome: 'succeeded', executions: 1 },
        ],
        calls: { leadmagic: 0, hunter: 1, findymail: 0 },
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent(
    'has answered before: its answer counts, and no other provider is called',
    async () => {
      const ended = await crashedRun({
        crashes: ['record_outcome:after'],
        environment: 'live',
        request: findThrough('findymail'),
        deployed: { WITHOUT_PROVIDER: 'findymail' },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'findymail' },
        closedAs: 'succeeded',
        calls: { findymail: 1, leadmagic: 0, hunter: 0 },
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent(
    'may have sent before: that is unknown, and no other provider sends',
    async () => {
      const ended = await crashedRun({
        crashes: ['call_provider:after'],
        environment: 'test',
        request: sendEmail(),
        settings: SHORT,
        deployed: { WITHOUT_PROVIDER: 'sandbox-alpha' },
      })
      expect(ended).toMatchObject({ run: { status: 'failed' }, closedAs: 'failed', ...FREE })
      expect(ended.attempts).toMatchObject([{ provider: 'sandbox-alpha', outcome: 'unknown' }])
    },
    TIMEOUT_MS,
  )
})
