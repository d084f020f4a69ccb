import { describe, expect, it } from '@jest/globals'
import { createUrlCheck } from '../../../../api/http/webhooks/url-check.ts'
import { parseNetworks } from '../../../../domain/settings/networks.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['8.8.8.8', '2606:4700:4700::1111'],
  'inside.example': ['10.0.0.1'],
  'mixed.example': ['8.8.8.8', '::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'nothing.example': [],
}
const lookups: string[] = []

const check = (url: string, allowed = '', timeoutMs = 2_000) =>
  createUrlCheck({
    allowedNetworks: parseNetworks(allowed, 'test'),
    timeoutMs,
    async resolve(name, signal) {
      lookups.push(name)
      if (name === 'silent.example')
        return new Promise((done) => {
          signal.addEventListener('abort', () => setTimeout(done, 60_000, ['10.0.0.1']).unref())
        })
      const addresses = NAMES[name]
      if (addresses === undefined) throw new Error('SERVFAIL')
      return addresses
    },
  })(url)

describe('the check of a URL at its creation', () => {
  it.each([
    'https://public.example/',
    'https://public.example.:8443/',
    'https://nothing.example/',
    'https://fails.example/',
    'https://8.8.8.8/',
  ])('accepts %s', async (url) => {
    expect(await check(url)).toBeNull()
  })

  it.each([
    'https://inside.example/',
    'https://mixed.example/',
    'https://metadata.example/',
    'https://127.0.0.1/',
    'https://localhost/',
    'http://public.example/',
  ])('refuses %s, and names no address of a name', async (url) => {
    const reason = await check(url)
    expect(reason).toMatch(/\.$/)
    expect(reason).not.toMatch(/10\.0|169\.254|ffff/)
  })

  it('accepts addresses in allowed networks, plain http only there', async () => {
    expect(await check('http://inside.example/', '10.0.0.0/8')).toBeNull()
    expect(await check('http://public.example/', '10.0.0.0/8')).not.toBeNull()
    expect(await check('http://localhost:9000/', '127.0.0.0/8')).toBeNull()
  })

  it('queries no name server about addresses and localhost', async () => {
    lookups.length = 0
    await Promise.all([
      check('https://8.8.8.8/'),
      check('https://a.localhost/'),
      check('http://localhost/', '127.0.0.0/8'),
    ])
    expect(lookups).toEqual([])
  })

  it('does not wait for a silent name server', async () => {
    expect(await check('https://silent.example/', '', 50)).toBeNull()
  })
})
