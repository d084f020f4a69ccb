import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { resolveName } from '../../../domain/webhooks/resolve.ts'
import { type NameAnswer, type NameServer, startNameServer } from '../../support/name-server.ts'

const KNOWN: Readonly<Record<string, NameAnswer>> = {
  'both.example.com': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8:0:0:0:0:0:1'] },
  'four.example.com': { a: ['192.0.2.1', '192.0.2.1'] },
  'six.example.com': { aaaa: ['2001:db8:0:0:0:0:0:1'] },
  'empty.example.com': {},
  'broken.example.com': 'broken',
  'silent.example.com': 'silent',
}
let server: NameServer

beforeAll(async () => {
  server = await startNameServer((name) => KNOWN[name] ?? 'unknown')
})
afterAll(() => server.close())

async function resolve(name: string, signal = AbortSignal.timeout(60_000)): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 10_000, tries: 1 })
  resolver.setServers([server.address])
  return resolveName(resolver, name, signal)
}

describe("the addresses of a name, as Node's resolver finds them", () => {
  it.each<[string, readonly string[]]>([
    ['both.example.com', ['192.0.2.1', '192.0.2.2', '2001:db8::1']],
    ['four.example.com', ['192.0.2.1']],
    ['six.example.com', ['2001:db8::1']],
    ['empty.example.com', []],
    ['no.example.com', []],
  ])('%s', async (name, addresses) => {
    expect(await resolve(name)).toEqual(addresses)
    expect(server.questions.filter((question) => question.endsWith(` ${name}`)).toSorted()).toEqual([
      `a ${name}`,
      `aaaa ${name}`,
    ])
  })

  it('are unknown, not none, while the name server is broken', async () => {
    await expect(resolve('broken.example.com')).rejects.toThrow()
  })

  it('are awaited no longer than the caller allows', async () => {
    const startedAt = performance.now()
    await expect(resolve('silent.example.com', AbortSignal.timeout(100))).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
