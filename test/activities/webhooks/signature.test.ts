import { describe, expect, it } from '@jest/globals'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { signatureHeader, standardSignatureHeader } from '../../../activities/webhooks/sign.ts'

const { webhooks } = new Stripe('sk_test_nothing')
const SECRET = 'whsec_fFzjvdsoo0OLZcEnLEaBPDsxGeXsJqmVOYQmSTOZ5dA'
const BEFORE = 'whsec_0Zc5kzqYtP2bHqk2qYb7m1pXfTn0s0cZ4gq8wq0aVfU'
const TOLERANCE_SECONDS = 300
const nowSeconds = Math.floor(Date.now() / 1000)
// Letters outside of ASCII: the signature covers the bytes that are sent.
const BODY = JSON.stringify({ id: 'evt_1', type: 'email.received', data: { subject: 'Grüße ✓ 👋' } })

const verify = (body: string | Buffer, header: string, secret = SECRET): unknown =>
  webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS)

describe("the official verifier of Stripe's webhooks, whose scheme ours is", () => {
  it('accepts the header, with the body as text and as bytes', () => {
    const header = signatureHeader(BODY, [SECRET], nowSeconds)
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
    expect(verify(BODY, header)).toEqual(JSON.parse(BODY))
    expect(verify(Buffer.from(BODY), header)).toEqual(JSON.parse(BODY))
  })

  it.each<[string, () => unknown]>([
    ['a changed body', () => verify(BODY.replace('evt_1', 'evt_2'), signatureHeader(BODY, [SECRET], nowSeconds))],
    [
      'a body that was serialized again',
      () => verify(JSON.stringify(JSON.parse(BODY), null, 1), signatureHeader(BODY, [SECRET], nowSeconds)),
    ],
    ['another secret', () => verify(BODY, signatureHeader(BODY, [BEFORE], nowSeconds))],
    [
      'a secret without its prefix',
      () => verify(BODY, signatureHeader(BODY, [SECRET], nowSeconds), SECRET.slice('whsec_'.length)),
    ],
    ['an old time', () => verify(BODY, signatureHeader(BODY, [SECRET], nowSeconds - TOLERANCE_SECONDS - 60))],
    [
      'an old signature under a new time',
      () => verify(BODY, signatureHeader(BODY, [SECRET], nowSeconds - 3_600).replace(/t=\d+/, `t=${nowSeconds}`)),
    ],
    ['no signature', () => verify(BODY, signatureHeader(BODY, [], nowSeconds))],
  ])('refuses %s', (_, attempt) => {
    expect(attempt).toThrow(Stripe.errors.StripeSignatureVerificationError)
  })

  it('accepts both secrets during a rotation, and no third', () => {
    const header = signatureHeader(BODY, [SECRET, BEFORE], nowSeconds)
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect(verify(BODY, header, SECRET)).toEqual(verify(BODY, header, BEFORE))
    expect(() => verify(BODY, header, `${SECRET}x`)).toThrow(Stripe.errors.StripeSignatureVerificationError)
  })
})

describe('the library of Standard Webhooks', () => {
  it('accepts a secret of the older alphabet once it is written in that of base64', () => {
    const older = 'whsec_0Zc5kzqYtP2bHqk2qYb7m1pXfTn0s0cZ4gq8-q0_VfU'
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': standardSignatureHeader({ id: 'evt_1', body: BODY }, [older], nowSeconds),
    }
    const rewritten = `whsec_${older.slice('whsec_'.length).replaceAll('-', '+').replaceAll('_', '/')}=`
    expect(new StandardWebhook(rewritten).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  })
})
