import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createLookUp, type LookUp } from '../../activities/dns.ts'
import { type DnsTwin, startDns } from '../twins/kit/dns.ts'

let dns: DnsTwin
let lookUp: LookUp
beforeAll(async () => {
  dns = await startDns()
  lookUp = createLookUp([dns.address])
})
afterEach(() => dns.clear())
afterAll(() => dns.close())

describe('a name', () => {
  it.each([
    ['TXT', ['v=spf1 -all', `p=${'A'.repeat(600)}`]],
    ['MX', ['mx1.example.com', 'mx2.example.com']],
    ['CNAME', ['elsewhere.example.com']],
  ] as const)('is answered with what it has of type %s, long texts in one piece', async (type, values) => {
    dns.publish(type, 'mail.example.com', values)
    expect(await lookUp({ type, name: 'mail.example.com' })).toEqual({ kind: 'found', values })
  })

  it('that has nothing of a type differs from name servers that do not answer', async () => {
    expect(await lookUp({ type: 'TXT', name: 'none.example.com' })).toEqual({ kind: 'none' })
    dns.setSilent(true)
    expect(await lookUp({ type: 'TXT', name: 'none.example.com' })).toEqual({ kind: 'unreachable' })
  }, 30_000)
})
