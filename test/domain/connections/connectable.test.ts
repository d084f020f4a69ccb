import { describe, expect, it } from '@jest/globals'
import { connectable } from '../../../domain/connections/connectable.ts'
import {
  CREDENTIAL_LENGTH_MAX,
  CREDENTIAL_PATTERN,
  secretContextText,
  dataKeyContextText,
  twoParts,
} from '../../../domain/connections/credential.ts'
import { findCatalogProvider } from '../../../domain/catalog/providers/catalog-providers.ts'
import { findManifest } from '../../../activities/providers/manifests.ts'

const judge = (slug: string) => connectable(slug, { manifest: findManifest(slug), listed: findCatalogProvider(slug) })

describe('which provider a workspace can connect', () => {
  it.each([
    ['hunter', 'an adapter and a check'],
    ['findymail', 'an adapter alone'],
    ['apify', 'the raw catalog alone'],
    ['openfda', 'a key that is optional'],
  ])('%s: %s', (slug) => {
    expect(judge(slug).kind).toBe('connectable')
  })

  it('knows which are checked, and which have credentials of two parts', () => {
    expect(judge('hunter')).toMatchObject({ twoPart: false, check: { url: 'https://api.hunter.io/v2/account' } })
    expect(judge('peopledatalabs')).toMatchObject({ twoPart: false, check: null })
    expect(judge('dataforseo')).toMatchObject({ twoPart: true, check: { auth: { scheme: 'basic' } } })
    expect([judge('hunter'), judge('unipile')]).toMatchObject([
      { accountDomain: null },
      { accountDomain: 'unipile.com' },
    ])
  })

  it.each(['nobody', 'sandbox-alpha', '', 'constructor', '__proto__'])(
    'excludes %j, which is not a live provider',
    (slug) => {
      expect(judge(slug)).toEqual({ kind: 'unknown' })
    },
  )

  it.each(['sec', 'usaspending', 'nppes'])('excludes %s, which needs no key', (slug) => {
    expect(judge(slug)).toEqual({ kind: 'open' })
  })

  it('excludes what the catalog excludes, with its reason, unless a capability is offered through it', () => {
    const listed = findCatalogProvider('crunchbase')
    expect(connectable('crunchbase', { manifest: undefined, listed })).toEqual({
      kind: 'excluded',
      reason: listed?.reason,
    })
    const hunter = findManifest('hunter')
    expect(connectable('crunchbase', { manifest: hunter, listed }).kind).toBe('connectable')
    expect(connectable('crunchbase', { manifest: hunter && { ...hunter, offers: [] }, listed }).kind).toBe('excluded')
  })

  it('excludes a provider whose accounts have hosts at an unknown domain', () => {
    const hunter = findManifest('hunter')
    const hosted = hunter && { ...hunter, baseUrl: 'https://{account}/api/v1' }
    expect(connectable('hosted', { manifest: hosted, listed: undefined })).toMatchObject({
      kind: 'excluded',
      reason: expect.stringContaining('host'),
    })
  })
})

describe('a credential', () => {
  const fits = (text: string): boolean => new RegExp(CREDENTIAL_PATTERN).test(text)

  it.each(['k', 'sk-live_0123', 'robin@example.com:pass word', '~!@#$%^&*()', 'x'.repeat(CREDENTIAL_LENGTH_MAX)])(
    'may be %j',
    (text) => {
      expect(fits(text)).toBe(true)
    },
  )

  it.each(['', ' k', 'k ', 'k\n', 'a\r\nX-Other: b', 'a\tb', 'a\u0000b', 'schlüssel', 'k\u2028'])(
    'may not be %j, which a header cannot carry',
    (text) => {
      expect(fits(text)).toBe(false)
    },
  )

  it.each([
    ['robin:secret', { login: 'robin', password: 'secret' }],
    ['robin:se:cret', { login: 'robin', password: 'se:cret' }],
    ['robin', null],
    [':secret', null],
    ['robin:', null],
    [':', null],
  ])('of two parts: %j', (text, parts) => {
    expect(twoParts(text)).toEqual(parts)
  })

  it('is bound to its owner so that two owners never have the same binding', () => {
    const owner = { workspaceId: 'ws_1', provider: 'a', connectionId: 'conn_1' }
    const others = [
      owner,
      { ...owner, workspaceId: 'ws_2' },
      { ...owner, provider: 'b' },
      { ...owner, connectionId: 'conn_2' },
      { workspaceId: 'ws_1","a', provider: '', connectionId: 'conn_1' },
      { workspaceId: 'ws_1a', provider: '', connectionId: 'conn_1' },
    ]
    const contexts = others.flatMap((one) => [
      secretContextText(one),
      dataKeyContextText(one, 1),
      dataKeyContextText(one, 2),
    ])
    expect(new Set(contexts).size).toBe(3 * others.length)
  })
})
