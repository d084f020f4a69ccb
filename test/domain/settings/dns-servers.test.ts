import { describe, expect, it } from '@jest/globals'
import { createLookUp } from '../../../activities/dns.ts'
import { readDnsServers } from '../../../domain/settings/dns-servers.ts'

describe('DNS_SERVERS', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['10.0.0.2', ['10.0.0.2']],
    [' 10.0.0.2:5353 , fd00::2', ['10.0.0.2:5353', 'fd00::2']],
    ['[fd00::2]:53', ['[fd00::2]:53']],
    ['[fd00::2]', ['[fd00::2]']],
  ])('%j is read, and a resolver takes it', (text, servers) => {
    expect(readDnsServers({ DNS_SERVERS: text })).toEqual(servers)
    expect(() => createLookUp(servers)).not.toThrow()
  })

  it.each(['dns.example.com', '10.0.0.2:99999', '10.0.0.2:0', '300.0.0.1', '10.0.0.2;10.0.0.3', '[10.0.0.2]:53'])(
    'names the faulty entry: %s',
    (text) => {
      expect(() => readDnsServers({ DNS_SERVERS: `10.0.0.1, ${text}` })).toThrow(`DNS_SERVERS holds "${text}"`)
    },
  )
})
