import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { SignatureError, signWebhook, verifyWebhook } from '../../../packages/client/index.ts'

const SECRET = 'whsec_one'
const NOW = Date.parse('2026-11-20T09:30:00Z')
const SECONDS = NOW / 1_000
const event = {
  id: 'evt_1',
  type: 'email.received',
  created_at: '2026-11-20T09:30:00.000Z',
  data: { subject: 'Grüße ✓' },
}
/** Not as `JSON.stringify` writes it: the bytes are signed. */
const body = JSON.stringify(event, null, 2)
/** As the specification describes it, with Node's own functions. */
const v1 = (secret = SECRET, text = body, time = SECONDS): string =>
  createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')
const header = (...signatures: string[]): string =>
  [`t=${SECONDS}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
const verify = (more: Partial<Parameters<typeof verifyWebhook>[0]> = {}) =>
  verifyWebhook({ secret: SECRET, header: header(v1()), body, now: NOW, ...more })

describe('verifyWebhook returns the event', () => {
  it.each([
    ['of text', {}],
    ['of raw bytes', { body: new TextEncoder().encode(body) }],
    [
      'of a Buffer that is a part of a larger one',
      { body: Buffer.concat([Buffer.from('before'), Buffer.from(body)]).subarray(6) },
    ],
    ['signed by the newer of two secrets', { header: header(v1('whsec_other'), v1()) }],
    ['signed by the older of two secrets', { header: header(v1(), v1('whsec_other')) }],
    ['for a receiver with two secrets', { secret: ['whsec_other', SECRET] }],
    ['five minutes old', { now: NOW + 300_000 }],
    ['older, where more is tolerated', { now: NOW + 900_000, toleranceSeconds: 1_000 }],
    ['with signatures of a later scheme next to it', { header: `${header(v1())},v2=abc` }],
  ])('%s', async (_, more) => {
    expect(await verify(more)).toEqual(event)
  })
})

describe('verifyWebhook refuses', () => {
  it.each([
    ['no header', { header: null }],
    ['an empty header', { header: '' }],
    ['no signature', { header: `t=${SECONDS}` }],
    ['no time', { header: `v1=${v1()}` }],
    ['another secret', { header: header(v1('whsec_other')) }],
    ['another body', { body: `${body} ` }],
    ['another time than the signed one', { header: `t=${SECONDS + 1},v1=${v1()}` }],
    ['two times', { header: `t=${SECONDS},t=${SECONDS},v1=${v1()}` }],
    ['more than five minutes', { now: NOW + 301_000 }],
    ['a future time', { now: NOW - 301_000 }],
    ['an invalid time', { header: `t=NaN,v1=${v1(SECRET, body, Number.NaN)}` }],
    ['a shorter signature', { header: header(v1().slice(0, 62)) }],
    ['a signature under another name', { header: `t=${SECONDS},v0=${v1()}` }],
  ])('%s', async (_, more) => {
    await expect(verify(more)).rejects.toBeInstanceOf(SignatureError)
  })

  it('to work without a secret', async () => {
    await expect(verify({ secret: '' })).rejects.toBeInstanceOf(TypeError)
    await expect(verify({ secret: [] })).rejects.toBeInstanceOf(TypeError)
  })
})

describe('signWebhook', () => {
  it('writes the header as the service does, with one signature for each secret', async () => {
    expect(await signWebhook({ secret: SECRET, body, now: NOW + 999 })).toBe(header(v1()))
    expect(await signWebhook({ secret: [SECRET, 'whsec_other'], body: new TextEncoder().encode(body), now: NOW })).toBe(
      header(v1(), v1('whsec_other')),
    )
  })
})
