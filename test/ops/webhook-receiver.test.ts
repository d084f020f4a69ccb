import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { signatureHeader } from '../../activities/webhooks/sign.ts'
import { verify } from '../../ops/webhook-receiver.mjs'

const NOW = 1_795_000_000
const BODY = '{"id":"evt_1","type":"email.received","data":{"text":"Grüße"}}'
const signed = (...secrets: string[]) => signatureHeader(BODY, secrets, NOW)
const check = (header: string | undefined, { secret = 'whsec_a', body = BODY, now = NOW } = {}): boolean => verify(secret, header, Buffer.from(body), now)

describe('the script that users copy', () => {
  it('accepts what the service signs, with either secret of a rotation, for five minutes', () => {
    expect(check(signed('whsec_a'))).toBe(true)
    expect([check(signed('whsec_new', 'whsec_a')), check(signed('whsec_a', 'whsec_old'))]).toEqual([true, true])
    expect([check(signed('whsec_a'), { now: NOW + 300 }), check(signed('whsec_a'), { now: NOW - 300 })]).toEqual([true, true])
  })

  it.each<[string, string | undefined, Parameters<typeof check>[1]]>([
    ['a changed body', signed('whsec_a'), { body: BODY.replace('evt_1', 'evt_2') }],
    ['another secret', signed('whsec_b'), {}],
    ['an old signature', signed('whsec_a'), { now: NOW + 301 }],
    ['a signature of the future', signed('whsec_a'), { now: NOW - 301 }],
    ['another time', signed('whsec_a').replace(`t=${NOW}`, `t=${NOW + 1}`), {}],
    ['a cut signature', signed('whsec_a').slice(0, -2), {}],
    ['no time', signed('whsec_a').replace(/^t=\d+,/, ''), {}],
    ['a time that is none', signed('whsec_a').replace(/^t=\d+/, 't=NaN'), {}],
    ['no signature', `t=${NOW}`, {}],
    ['an empty one', `t=${NOW},v1=`, {}],
    ['one without a value', `t=${NOW},v1`, {}],
    ['no header', undefined, {}],
  ])('refuses %s', (_, header, more) => {
    expect(check(header, more)).toBe(false)
  })

  it('is what the README shows', () => {
    const shown = (text: string) => /export function verify[^]*?\n}\n/.exec(text)?.[0] ?? 'nothing'
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll(/^ {4}/gm, '')
    expect(shown(readme)).toBe(shown(readFileSync(new URL('../../ops/webhook-receiver.mjs', import.meta.url), 'utf8')))
  })
})
