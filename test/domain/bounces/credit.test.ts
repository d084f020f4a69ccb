import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { shownAccuracy } from '../../../domain/bounces/accuracy.ts'
import {
  ADDRESS_OUTCOMES,
  type AddressStep,
  judgeReport,
  type OtherSale,
  type ReportedAddress,
  soldAddress,
} from '../../../domain/bounces/credit.ts'

const at = (minute: number): Date => new Date(minute * 60_000)
const REPORT: ReportedAddress = {
  outcome: 'bounced',
  expired: false,
  sold: { address: 'robin@example.com', at: at(0), charged: 14_300n, billDue: false, outcome: null },
  send: { at: at(1), recipients: ['kim@example.com', 'robin@example.com'] },
  others: [],
}
const OTHER: OtherSale = { address: 'robin@example.com', later: false, outcome: null, waits: true }
const judged = (more: Partial<ReportedAddress>, sold: Partial<ReportedAddress['sold']> = {}) =>
  judgeReport({ ...REPORT, ...more, sold: { ...REPORT.sold, ...sold } })

describe('the address that an answer has sold', () => {
  const email = 'Robin@Example.com'
  it.each<[string | null, string, Parameters<typeof soldAddress>[0]]>([
    ['robin@example.com', 'a find', { capability: 'contact.find', input: {}, output: { email } }],
    [
      'robin@example.com',
      'a valid one',
      { capability: 'contact.verify', input: { email }, output: { status: 'valid' } },
    ],
    [null, 'one of unknown state', { capability: 'contact.verify', input: { email }, output: { status: 'unknown' } }],
    [null, 'an erased answer', { capability: 'contact.find', input: {}, output: null }],
    [null, 'no address', { capability: 'contact.find', input: {}, output: { email: null } }],
  ])('is %s for %s', (address, _, answer) => {
    expect(soldAddress(answer)).toBe(address)
  })
})

describe('a report about a sold address', () => {
  it('credits the charge, and nothing where there was none', () => {
    expect(judged({})).toEqual({ kind: 'note', credit: 14_300n, counted: true })
    expect(judged({}, { charged: null })).toEqual({ kind: 'note', credit: 0n, counted: true })
    expect(judged({ outcome: 'delivered' })).toEqual({ kind: 'note', credit: 0n, counted: true })
  })

  it('that comes before its send, or before the final bill, waits until it has expired', () => {
    for (const waiting of [judged({ send: null }), judged({}, { billDue: true })]) expect(waiting.kind).toBe('wait')
    expect(judged({ send: null, expired: true }).kind).toBe('ignore')
  })

  it('counts once; a bounce replaces a delivery, and no delivery a bounce', () => {
    const kinds = ADDRESS_OUTCOMES.map((before) =>
      ADDRESS_OUTCOMES.map((outcome) => judged({ outcome }, { outcome: before }).kind),
    )
    expect(kinds).toEqual([
      ['ignore', 'note'],
      ['ignore', 'ignore'],
    ])
  })

  it.each<[string, Partial<OtherSale>, AddressStep | 'credited']>([
    ['an earlier one', {}, 'credited'],
    ['a later one that waits', { later: true }, { kind: 'wait' }],
    ['a later one of which the report states nothing', { later: true, waits: false }, 'credited'],
    ['one that has bounced', { outcome: 'bounced', waits: false }, { kind: 'note', credit: 0n, counted: false }],
    ['one that had taken mail', { outcome: 'delivered' }, 'credited'],
    ['one of another address', { address: 'kim@example.com', later: true, outcome: 'bounced' }, 'credited'],
    ['one that was deleted', { address: null, later: true }, 'credited'],
  ])('credits the latest purchase before the send: next to %s', (_, other, step) => {
    const credited: AddressStep = { kind: 'note', credit: 14_300n, counted: true }
    expect(judged({ others: [{ ...OTHER, ...other }] })).toEqual(step === 'credited' ? credited : step)
  })

  it('counts one of several purchases as delivered, and none next to one that has bounced', () => {
    const kinds = [null, ...ADDRESS_OUTCOMES].map(
      (before) => judged({ outcome: 'delivered', others: [{ ...OTHER, outcome: before }] }).kind,
    )
    expect(kinds).toEqual(['note', 'ignore', 'ignore'])
  })

  it('never credits more than the charge, nor for a send to others or before the run', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: -5, max: 5 }), fc.boolean(), (charged, minute, to) => {
        const send = { at: at(minute), recipients: to ? ['robin@example.com'] : ['kim@example.com'] }
        const step = judged({ send }, { charged })
        expect(step).toEqual(to && minute >= 0 ? { kind: 'note', credit: charged, counted: true } : { kind: 'ignore' })
      }),
    )
  })
})

it('accuracy is the share that took mail, once there are enough addresses to tell', () => {
  expect(shownAccuracy()).toEqual({ rate: null, sample_size: 0 })
  expect(shownAccuracy({ delivered: 9, bounced: 0 })).toEqual({ rate: null, sample_size: 9 })
  expect(shownAccuracy({ delivered: 195, bounced: 5 })).toEqual({ rate: 0.975, sample_size: 200 })
})
