import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { signatureHeader } from '../../activities/webhooks/sign.ts'
import { verify } from '../../examples/webhook-receiver.mjs'

const SCRIPT = fileURLToPath(new URL('../../examples/webhook-receiver.mjs', import.meta.url))
const NOW = 1_700_000_000
const BODY = '{"id":"evt_1","type":"email.received","data":{"text":"Grüße"}}'
const signed = (...secrets: string[]) => signatureHeader(BODY, secrets, NOW)
const check = (header: string | undefined, { secret = 'whsec_a', body = BODY, now = NOW } = {}): boolean =>
  verify(secret, header, Buffer.from(body), now)

describe('the script that users copy', () => {
  it('accepts what the service signs, with either secret of a rotation, for five minutes', () => {
    expect(check(signed('whsec_a'))).toBe(true)
    expect([check(signed('whsec_new', 'whsec_a')), check(signed('whsec_a', 'whsec_old'))]).toEqual([true, true])
    expect([check(signed('whsec_a'), { now: NOW + 300 }), check(signed('whsec_a'), { now: NOW - 300 })]).toEqual([
      true,
      true,
    ])
  })

  it.each<[string, string | undefined, Parameters<typeof check>[1]]>([
    ['a changed body', signed('whsec_a'), { body: BODY.replace('evt_1', 'evt_2') }],
    ['another secret', signed('whsec_b'), {}],
    ['an old signature', signed('whsec_a'), { now: NOW + 301 }],
    ['a future signature', signed('whsec_a'), { now: NOW - 301 }],
    ['another time', signed('whsec_a').replace(`t=${NOW}`, `t=${NOW + 1}`), {}],
    ['a cut signature', signed('whsec_a').slice(0, -2), {}],
    ['no time', signed('whsec_a').replace(/^t=\d+,/, ''), {}],
    ['an invalid time', signed('whsec_a').replace(/^t=\d+/, 't=NaN'), {}],
    ['no signature', `t=${NOW}`, {}],
    ['an empty one', `t=${NOW},v1=`, {}],
    ['one without a value', `t=${NOW},v1`, {}],
    ['no header', undefined, {}],
  ])('refuses %s', (_, header, more) => {
    expect(check(header, more)).toBe(false)
  })

  it('receives, checks and prints when it is run', async () => {
    const child = spawn(process.execPath, [SCRIPT, '0', 'whsec_a'])
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const url = /http:\/\/\S+/.exec((await lines.next()).value ?? '')?.[0] ?? ''
      const post = async (header: string) =>
        (
          await fetch(url, {
            method: 'POST',
            body: BODY,
            headers: { 'service-signature': header, 'service-event-id': 'evt_1' },
          })
        ).status
      expect(await post(signatureHeader(BODY, ['whsec_a'], Math.floor(Date.now() / 1000)))).toBe(204)
      expect((await lines.next()).value).toBe(`genuine evt_1 ${BODY}`)
      expect(await post(signed('whsec_a'))).toBe(401)
      expect((await lines.next()).value).toMatch(/^FORGED/)
    } finally {
      child.kill()
    }
  })
})
