import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { MockActivityEnvironment } from '@temporalio/testing'
import { verifyCredential } from '../../../activities/operations/verify-credential.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { CREDENTIAL_CHECKS } from '../../../domain/connections/checks.ts'
import type { OperationAnswer } from '../../../domain/operations/operations.ts'
import { testCipher } from '../../build/connection.ts'
import { type Reply, type Simulator, startSimulator } from '../../support/http-simulator.ts'
import { captureTemporalLog } from '../../support/temporal-log.ts'

const CREDENTIAL = 'robin:canary-credential'
const cipher = testCipher(1)
const http = createProviderHttp()
const { findManifest } = loadKnownProviders({})
const logged: unknown[] = []
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: unknown) => {
    logged.push(fields)
  },
}
let provider: Simulator
beforeAll(async () => {
  captureTemporalLog()
  provider = await startSimulator()
})
afterEach(() => provider.reset())
afterAll(async () => {
  await http.close()
  await provider.close()
})

const owner = (slug: string) => ({ workspaceId: 'ws_1', provider: slug, connectionId: 'conn_1' })

function verify(slug: string, { reads = cipher } = {}): Promise<OperationAnswer> {
  const deps = { cipher: reads, http, findManifest, log, providers: { [slug]: { baseUrl: provider.url } } }
  const call = { kind: 'verify_credential', ...owner(slug), sealed: cipher.seal(owner(slug), CREDENTIAL) } as const
  return new MockActivityEnvironment().run((request: typeof call) => verifyCredential(deps, request), call)
}

const basic = `Basic ${Buffer.from(CREDENTIAL).toString('base64')}`

/** The request of each provider's check. */
const CHECKS: readonly (readonly [slug: string, url: string, headers: object])[] = [
  ['hunter', 'https://api.hunter.io/v2/account', { 'x-api-key': CREDENTIAL }],
  ['findymail', 'https://app.findymail.com/api/credits', { authorization: `Bearer ${CREDENTIAL}` }],
  ['leadmagic', 'https://api.leadmagic.io/v1/credits', { 'x-api-key': CREDENTIAL }],
  ['serper', 'https://google.serper.dev/account', { 'x-api-key': CREDENTIAL }],
  ['prospeo', 'https://api.prospeo.io/account-information', { 'x-key': CREDENTIAL }],
  ['fullenrich', 'https://app.fullenrich.com/api/v2/account/keys/verify', { authorization: `Bearer ${CREDENTIAL}` }],
  ['wappalyzer', 'https://api.wappalyzer.com/v2/credits/balance/', { 'x-api-key': CREDENTIAL }],
  ['tavily', 'https://api.tavily.com/usage', { authorization: `Bearer ${CREDENTIAL}` }],
  ['apify', 'https://api.apify.com/v2/users/me', { authorization: `Bearer ${CREDENTIAL}` }],
  ['dataforseo', 'https://api.dataforseo.com/v3/appendix/user_data', { authorization: basic }],
  ['resend', 'https://api.resend.com/domains', { authorization: `Bearer ${CREDENTIAL}` }],
  ['agentmail', 'https://api.agentmail.to/v0/inboxes', { authorization: `Bearer ${CREDENTIAL}` }],
  ['unipile', 'https://{account}/api/v1/accounts', { 'x-api-key': CREDENTIAL }],
]

describe('a check at a provider', () => {
  it.each(CHECKS)("%s is one GET of %s, at an operator's URL", async (slug, url, headers) => {
    expect(CREDENTIAL_CHECKS[slug]?.url).toBe(url)
    provider.script({ json: {} })
    expect(await verify(slug)).toEqual({ kind: 'verify_credential', verdict: 'valid' })
    // An operator's address replaces the provider's base, whatever path that has.
    const path = url.slice((findManifest(slug)?.baseUrl ?? new URL(url).origin).length)
    expect(provider.calls).toMatchObject([{ method: 'GET', path, headers, body: null }])
    // Never where a log of addresses would store it.
    expect(JSON.stringify([provider.calls[0]?.path, provider.calls[0]?.query])).not.toContain('canary')
  })

  it('is tested here for every provider that has one', () => {
    expect(Object.keys(CREDENTIAL_CHECKS).toSorted()).toEqual(CHECKS.map(([slug]) => slug).toSorted())
  })

  it('goes to the same path when the address of the provider has a path itself', () => {
    for (const [slug, { url }] of Object.entries(CREDENTIAL_CHECKS)) {
      const base = findManifest(slug)?.baseUrl
      if (base !== undefined) expect([slug, url.startsWith(base)]).toEqual([slug, true])
    }
  })

  it.each<[string, Reply, string]>([
    ['a refusal', { status: 401, json: { error: 'no' } }, 'refused'],
    ['a refusal in HTML', { status: 403, text: '<html>', headers: { 'content-type': 'text/html' } }, 'refused'],
    ['success in HTML', { text: '<html>', headers: { 'content-type': 'text/html' } }, 'valid'],
    [
      'success too large to read',
      { text: 'x'.repeat(2_000_000), headers: { 'content-type': 'application/json' } },
      'valid',
    ],
    ['a rate limit', { status: 429, json: {} }, 'unreachable'],
    ['an outage', { status: 503, text: 'down' }, 'unreachable'],
    ['a redirect', { status: 302, headers: { location: 'https://example.com' } }, 'unreachable'],
    ['a broken connection', { fault: 'reset' }, 'unreachable'],
    ['a connection broken inside the answer', { json: { a: 'b' }, fault: 'resetMidBody' }, 'unreachable'],
  ])('reads %s', async (_, reply, verdict) => {
    provider.script(reply)
    expect(await verify('tavily')).toEqual({ kind: 'verify_credential', verdict })
  })

  it("accepts a key that may only send for Resend's own", async () => {
    provider.script({ status: 401, json: { statusCode: 401, name: 'restricted_api_key', message: 'only sends' } })
    expect(await verify('resend')).toMatchObject({ verdict: 'valid' })
    provider.script({ status: 401, json: { statusCode: 401, name: 'missing_api_key' } })
    expect(await verify('resend')).toMatchObject({ verdict: 'refused' })
  })

  it('makes no call with a credential that this worker cannot read, and logs that without it', async () => {
    provider.script({ json: {} })
    await expect(verify('hunter', { reads: testCipher(2) })).rejects.toMatchObject({
      type: 'UnreadableCredential',
      nonRetryable: true,
    })
    expect(provider.calls).toEqual([])
    expect(logged).toEqual([{ workspace_id: 'ws_1', provider: 'hunter', reason: 'unknownKey', key_version: 1 }])
  })

  it('makes no call when the request names another owner than the credential was encrypted for', async () => {
    const call = {
      kind: 'verify_credential',
      ...owner('hunter'),
      sealed: cipher.seal({ ...owner('hunter'), workspaceId: 'ws_2' }, CREDENTIAL),
    } as const
    const deps = { cipher, http, findManifest, log, providers: { hunter: { baseUrl: provider.url } } }
    await expect(
      new MockActivityEnvironment().run((request: typeof call) => verifyCredential(deps, request), call),
    ).rejects.toMatchObject({ type: 'UnreadableCredential' })
    expect(provider.calls).toEqual([])
  })
})
