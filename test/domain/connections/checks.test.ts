import { describe, expect, it } from '@jest/globals'
import { CREDENTIAL_CHECKS, type CredentialCheck, verdictOf } from '../../../domain/connections/checks.ts'
import { findCatalogProvider } from '../../../domain/catalog/providers/catalog-providers.ts'
import { findManifest } from '../../../activities/providers/manifests.ts'

const checkOf = (provider: string): CredentialCheck => {
  const check = CREDENTIAL_CHECKS[provider]
  if (check === undefined) throw new Error(`no check of ${provider}`)
  return check
}

describe('what an answer states about a credential', () => {
  it.each([
    ['tavily', 200, null, 'valid'],
    ['tavily', 204, null, 'valid'],
    ['tavily', 401, null, 'refused'],
    ['tavily', 403, null, 'refused'],
    ['tavily', 302, null, 'unreachable'],
    ['tavily', 404, null, 'unreachable'],
    ['tavily', 429, null, 'unreachable'],
    ['tavily', 500, null, 'unreachable'],
    ['tavily', 503, null, 'unreachable'],
    ['hunter', 401, null, 'refused'],
    ['hunter', 403, null, 'unreachable'],
    ['resend', 400, 'validation_error', 'refused'],
    ['resend', 401, 'missing_api_key', 'refused'],
    ['resend', 401, 'restricted_api_key', 'valid'],
    ['resend', 403, 'invalid_api_key', 'refused'],
    ['resend', 429, 'restricted_api_key', 'unreachable'],
    ['agentmail', 401, 'restricted_api_key', 'refused'],
  ] as const)('%s, HTTP %i with code %s: %s', (provider, status, code, verdict) => {
    expect(verdictOf(checkOf(provider), { status, code })).toBe(verdict)
  })
})

describe('the table of checks', () => {
  it.each(Object.entries(CREDENTIAL_CHECKS))(
    "%s calls the host of the provider's other calls, and names the source of its facts",
    (provider, check) => {
      expect(check.source).toMatch(/^[AB]: /)
      expect(check.refusedBy.length).toBeGreaterThan(0)
      for (const base of [findManifest(provider)?.baseUrl, findCatalogProvider(provider)?.baseUrl]) {
        if (base !== undefined) expect(check.url.startsWith(new URL(base).origin)).toBe(true)
      }
    },
  )

  it.each(Object.entries(CREDENTIAL_CHECKS).filter(([provider]) => findCatalogProvider(provider) !== undefined))(
    '%s sends the credential as its raw calls do',
    (provider, check) => {
      expect(check.auth).toEqual(findCatalogProvider(provider)?.auth)
    },
  )
})
