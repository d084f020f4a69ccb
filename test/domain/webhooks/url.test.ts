import { describe, expect, it } from '@jest/globals'
import { parseNetworks } from '../../../domain/settings/networks.ts'
import {
  knownAddresses,
  mayReachAll,
  readWebhookUrl,
  type WebhookTarget,
  WEBHOOK_URL_CHARACTERS_MAX,
} from '../../../domain/webhooks/url.ts'
import { FORBIDDEN_URLS } from '../../build/forbidden-urls.ts'

const networks = (text: string) => parseNetworks(text, 'WEBHOOK_ALLOWED_NETWORKS')

function accepted(text: string, allowed = ''): WebhookTarget {
  const url = readWebhookUrl(text, networks(allowed))
  if (url.kind === 'refused') throw new Error(`${text}: ${url.reason}`)
  return url
}

describe('URLs that a webhook may not have', () => {
  it('are more than eighty', () => {
    expect(new Set(FORBIDDEN_URLS.map(([, url]) => url)).size).toBeGreaterThanOrEqual(80)
  })

  it.each(FORBIDDEN_URLS)('%s: %j', (_, text) => {
    const url = readWebhookUrl(text.replace('PORT', '8443'), [])
    expect(url).toEqual({ kind: 'refused', reason: expect.stringMatching(/^\S.*\.$/) })
  })

  it('are too long', () => {
    const start = 'https://hooks.example.com/'
    expect(accepted(start.padEnd(WEBHOOK_URL_CHARACTERS_MAX, 'a')).host).toBe('hooks.example.com')
    expect(readWebhookUrl(start.padEnd(WEBHOOK_URL_CHARACTERS_MAX + 1, 'a'), [])).toMatchObject({ kind: 'refused' })
  })
})

describe('URLs that a webhook may have', () => {
  it.each<[string, Partial<WebhookTarget>]>([
    [
      'https://hooks.example.com/in?a=b#c',
      { hostKind: 'name', host: 'hooks.example.com', port: 443, secure: true, path: '/in?a=b', allowedOnly: false },
    ],
    ['HTTPS://Hooks.Example.COM', { host: 'hooks.example.com', path: '/' }],
    ['https://hooks.example.com.:8443/', { host: 'hooks.example.com', port: 8443 }],
    ['https://hooks.example.com:1024/', { port: 1024 }],
    ['https://hooks.example.com:65535/', { port: 65_535 }],
    ['https://münchen.example/', { host: 'xn--mnchen-3ya.example' }],
    ['https://_hooks.example.com/@user', { host: '_hooks.example.com', path: '/@user' }],
    ['https://8.8.8.8/', { hostKind: 'address', host: '8.8.8.8' }],
    ['https://134744072/', { host: '8.8.8.8' }],
    ['https://[2606:4700:4700::1111]/', { hostKind: 'address', host: '2606:4700:4700::1111' }],
    ['https://[::ffff:8.8.8.8]/', { hostKind: 'address' }],
    ['https://[64:ff9b::8.8.8.8]/', { hostKind: 'address' }],
    ['https://[2a00:1450:4001:81b:200:5efe:8.8.8.8]/', { hostKind: 'address' }],
    // The neighbours of the refused ones.
    ['https://100.63.255.255/', {}],
    ['https://100.128.0.0/', {}],
    ['https://172.15.255.255/', {}],
    ['https://172.32.0.0/', {}],
    ['https://169.253.255.255/', {}],
    ['https://198.17.255.255/', {}],
    ['https://223.255.255.255/', {}],
    ['https://168.63.129.17/', {}],
    ['https://[2001:200::1]/', {}],
    ['https://[2a00::1]/', {}],
  ])('%s', (text, target) => {
    expect(accepted(text)).toMatchObject(target)
  })
})

describe('allowed networks', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.0/8'],
    ['http://127.0.0.1:25/', '127.0.0.0/8'],
    ['https://2130706433:9000/', '127.0.0.1/32'],
    ['http://[::1]:9000/', '::1/128'],
    ['http://[::ffff:10.1.2.3]/', '10.0.0.0/8'],
    ['http://localhost:9000/', '127.0.0.0/8'],
    ['http://localhost:9000/', '::1/128'],
    ['http://8.8.8.8/', '8.8.8.0/24'],
    ['http://hooks.example.com/', '10.0.0.0/8'],
    ['http://receiver:3000/', '10.0.0.0/8'],
    ['https://169.254.169.254/', '169.254.169.254/32'],
  ])('%s is accepted with %s', (text, allowed) => {
    accepted(text, allowed)
  })

  it.each([
    ['http://127.0.0.1/', '10.0.0.0/8,::1/128'],
    ['http://localhost/', '10.0.0.0/8'],
    ['http://8.8.8.8/', '127.0.0.0/8'],
    ['https://[64:ff9b::127.0.0.1]/', '127.0.0.0/8'],
    ['https://user@127.0.0.1/', '127.0.0.0/8'],
    ['https://169.254.169.254/', '0.0.0.0/0'],
    ['https://[fd00:ec2::254]/', 'fd00::/8'],
    ['ftp://127.0.0.1/', '127.0.0.0/8'],
  ])('%s is refused with %s', (text, allowed) => {
    expect(readWebhookUrl(text, networks(allowed)).kind).toBe('refused')
  })

  it('lets localhost be as much of the loopback as they hold', () => {
    expect(knownAddresses(accepted('http://localhost/', '127.0.0.0/8'), networks('127.0.0.0/8'))).toEqual(['127.0.0.1'])
    expect(
      knownAddresses(accepted('http://localhost/', '127.0.0.0/8,::1/128'), networks('127.0.0.0/8,::1/128')),
    ).toEqual(['127.0.0.1', '::1'])
  })

  it('judge every address of a name: with plain http, all of them must lie inside', () => {
    const allowed = '10.0.0.0/8'
    const [secure, plain] = [accepted('https://a.example/', allowed), accepted('http://a.example/', allowed)]
    expect(mayReachAll(secure, ['10.0.0.1', '8.8.8.8'], networks(allowed))).toBe(true)
    expect(mayReachAll(plain, ['10.0.0.1', '8.8.8.8'], networks(allowed))).toBe(false)
    expect(mayReachAll(plain, ['10.0.0.1', '10.0.0.2'], networks(allowed))).toBe(true)
    expect(mayReachAll(secure, ['8.8.8.8', '192.168.0.1'], networks(allowed))).toBe(false)
    expect(mayReachAll(secure, ['8.8.8.8', 'no address', '::ffff:127.0.0.1'], networks(allowed))).toBe(false)
    expect(mayReachAll(secure, ['8.8.8.8', '0x8.8.8.8'], networks(allowed))).toBe(false)
  })
})
