import { describe, expect, it } from '@jest/globals'
import { readConnectionSettings, temporalSettings } from '../../../domain/settings/connections.ts'

const accessOf = (env: Record<string, string>) => {
  const { address: _, namespace: __, taskQueue: ___, ...access } = temporalSettings(env, 'localhost:7233')
  return access
}
const TLS = { ca: null, client: null, serverName: null }

describe('the settings for reaching Temporal', () => {
  it.each<[string, Record<string, string>, object]>([
    ['nothing', {}, {}],
    ['TLS switched on', { TEMPORAL_TLS: 'true' }, { tls: TLS }],
    ['TLS switched off', { TEMPORAL_TLS: 'false' }, {}],
    ['an authority', { TEMPORAL_TLS_CA: '/ca.pem' }, { tls: { ...TLS, ca: '/ca.pem' } }],
    ['a server name', { TEMPORAL_TLS_SERVER_NAME: 'a.example' }, { tls: { ...TLS, serverName: 'a.example' } }],
    [
      'a certificate',
      { TEMPORAL_TLS_CERT: '/c.pem', TEMPORAL_TLS_KEY: '/k.pem' },
      { tls: { ...TLS, client: { cert: '/c.pem', key: '/k.pem' } } },
    ],
    ['an API key', { TEMPORAL_API_KEY: ' key ' }, { tls: TLS, apiKey: 'key' }],
    ['empty values', { TEMPORAL_TLS: '', TEMPORAL_API_KEY: ' ' }, {}],
  ])('%s', (_, env, expected) => {
    expect(accessOf(env)).toEqual(expected)
  })

  it.each([
    ['a certificate without its key', { TEMPORAL_TLS_CERT: '/c.pem' }, 'TEMPORAL_TLS_KEY'],
    ['an API key without TLS', { TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'key' }, 'TEMPORAL_TLS is off'],
    ['another word', { TEMPORAL_TLS: 'maybe' }, 'TEMPORAL_TLS is "maybe"'],
  ])('refuse %s', (_, env, message) => {
    expect(() => accessOf(env)).toThrow(message)
  })

  it('name every variable that is missing', () => {
    expect(() => readConnectionSettings({})).toThrow('Set DATABASE_URL and TEMPORAL_ADDRESS')
  })
})
