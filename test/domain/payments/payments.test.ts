import { describe, expect, it } from '@jest/globals'
import { backoffAfter } from '../../../domain/payments/auto-topup.ts'
import { meaningOf } from '../../../domain/payments/dispute.ts'
import { idOf, readStripeEvent, referenceOf } from '../../../domain/payments/event.ts'
import { metadataOf } from '../../../domain/payments/order.ts'
import { paymentWay } from '../../../domain/payments/simulation.ts'
import { centsOf, isInCents, ofCents } from '../../../domain/payments/topup.ts'
import {
  positionText,
  readPosition,
  TRANSACTION_ID_PATTERN,
  transactionId,
} from '../../../domain/wallets/transactions.ts'

describe('how a payment is taken', () => {
  it.each([
    ['test', 'local', false, 'simulated'],
    ['test', 'local', true, 'simulated'],
    ['test', 'production', false, 'simulated'],
    ['test', 'production', true, 'simulated'],
    ['live', 'local', false, 'simulated'],
    ['live', 'local', true, 'stripe'],
    ['live', 'production', true, 'stripe'],
    ['live', 'production', false, 'unavailable'],
  ] as const)('in %s of a %s deployment (Stripe: %s): %s', (environment, deployment, takesStripe, way) => {
    expect(paymentWay(environment, { deployment, takesStripe })).toBe(way)
  })
})

describe('an event of Stripe', () => {
  const EVENT = { id: 'evt_1', type: 'charge.refunded', created: 1, livemode: false, data: { object: { id: 'ch_1' } } }

  it('is read with the members that every event has', () => {
    expect(readStripeEvent({ ...EVENT, account: 'acct_1' })).toEqual({
      id: 'evt_1',
      type: 'charge.refunded',
      created: 1,
      livemode: false,
      account: 'acct_1',
      object: { id: 'ch_1' },
    })
  })

  it.each([
    undefined,
    null,
    [],
    'x',
    {},
    { ...EVENT, id: false },
    { ...EVENT, type: null },
    { ...EVENT, created: '1' },
    { ...EVENT, livemode: 'no' },
    { ...EVENT, data: {} },
  ])('is refused: %j', (body) => {
    expect(readStripeEvent(body)).toBeNull()
  })

  it('names the workspace that its metadata names', () => {
    const reference = { purpose: 'topup', reference: 'topup_1', workspaceId: 'ws_1', environment: 'live' } as const
    expect(referenceOf({ metadata: metadataOf(reference) })).toEqual(reference)
    for (const missing of ['purpose', 'reference', 'workspace_id', 'environment']) {
      expect(referenceOf({ metadata: { ...metadataOf(reference), [missing]: null } })).toBeNull()
    }
    expect(referenceOf({})).toBeNull()
  })

  it('names what it refers to, given as an id or as an object', () => {
    expect([idOf('pi_1'), idOf({ id: 'pi_1' }), idOf(null), idOf(undefined), idOf('')]).toEqual([
      'pi_1',
      'pi_1',
      null,
      null,
      null,
    ])
  })
})

describe('a dispute', () => {
  it.each([
    ['needs_response', true, false],
    ['under_review', true, false],
    ['lost', true, true],
    ['won', false, true],
    ['warning_needs_response', false, false],
    ['warning_closed', false, true],
    ['of a kind to come', false, false],
  ])('with the status %s takes money: %s, is final: %s', (status, takes, final) => {
    expect(meaningOf(status)).toEqual({ takes, final })
  })
})

describe('automatic top-ups', () => {
  it('pause longer after each failure, and end', () => {
    const hours = [1, 2, 3, 4, 5].map((failures) => {
      const pause = backoffAfter(failures)
      return pause === null ? null : pause / 3_600_000
    })
    expect(hours).toEqual([1, 6, 24, null, null])
  })
})

describe('cents', () => {
  it('are integers and exact', () => {
    expect([isInCents(20_010_000n), isInCents(20_001_000n), centsOf(20_010_000n), ofCents(2_001)]).toEqual([
      true,
      false,
      2_001,
      20_010_000n,
    ])
  })
})

it('the id of a transaction is 130 bits of its digest, and has the form of an id', () => {
  const [low, high] = [transactionId(new Uint8Array(32)), transactionId(new Uint8Array(32).fill(255))]
  expect([low, high]).toEqual([`txn_${'0'.repeat(26)}`, `txn_${'z'.repeat(26)}`])
  expect(transactionId(Uint8Array.from({ length: 32 }, (_, index) => index * 7))).toMatch(
    new RegExp(TRANSACTION_ID_PATTERN),
  )
})

describe('a position in the list of transactions', () => {
  it('is read as it was written', () => {
    for (const place of [
      { id: 1n, balance: 0n },
      { id: 9_223_372_036_854_775_807n, balance: 9_223_372_036_854_775_807n },
    ])
      expect(readPosition(positionText(place))).toEqual(place)
  })

  it.each(['', '1', '1.', '.1', '-1.1', '1.1.1', '9223372036854775808.1', '1.9223372036854775808', 'a.b'])(
    'is refused: %s',
    (text) => {
      expect(readPosition(text)).toBeNull()
    },
  )
})
