import { isJsonObject, type Json } from '../json/json.ts'
import type { Auth } from '../catalog/providers/provider.ts'

/** A free call that shows whether a credential belongs to the account: pure facts of one provider. */
export interface CredentialCheck {
  /** A GET without a body. `{account}` is the host of the account. */
  readonly url: string
  readonly query?: Readonly<Record<string, string>>
  readonly auth: Exclude<Auth, { scheme: 'none' }>
  /**
   * The statuses by which this provider refuses the credential; any other status that is no success proves nothing
   * about it.
   */
  readonly refusedBy: readonly number[]
  /** Codes of a refusal that still prove the credential: it is real, and only too narrow for this call. */
  readonly insufficientScope?: { readonly member: string; readonly codes: readonly string[] }
  /** The source of the facts: A first-party, B transcription or public clients. */
  readonly source: string
}

const BEARER = { scheme: 'bearer' } as const
const header = (name: string) => ({ scheme: 'header', name, required: true }) as const
const REFUSED = [401, 403]

/**
 * By provider. These are missing because no free call is confirmed: People Data Labs, Apollo (its free call is for keys
 * of a wider kind), BuiltWith (it is not documented whether `whoami` counts), Brave, The Companies API, and the keys of
 * federal sources.
 */
export const CREDENTIAL_CHECKS: Readonly<Record<string, CredentialCheck>> = {
  hunter: {
    url: 'https://api.hunter.io/v2/account',
    auth: header('X-API-KEY'),
    // 403 is Hunter's rate limit.
    refusedBy: [401],
    source: 'B: OpenAPI transcription account.yml (200, 401); public clients call it free of charge.',
  },
  findymail: {
    url: 'https://app.findymail.com/api/credits',
    auth: BEARER,
    refusedBy: REFUSED,
    source: 'B: many public clients test a key with it.',
  },
  leadmagic: {
    url: 'https://api.leadmagic.io/v1/credits',
    auth: header('X-API-Key'),
    refusedBy: REFUSED,
    source: "A: the provider's own notes for agents (GET, free).",
  },
  serper: {
    url: 'https://google.serper.dev/account',
    auth: header('X-API-KEY'),
    refusedBy: REFUSED,
    source: 'B: public clients read their balance with it; it answers without a search.',
  },
  prospeo: {
    url: 'https://api.prospeo.io/account-information',
    auth: header('X-KEY'),
    refusedBy: REFUSED,
    source: "A: the provider's page (GET, free, 401 INVALID_API_KEY).",
  },
  fullenrich: {
    url: 'https://app.fullenrich.com/api/v2/account/keys/verify',
    auth: BEARER,
    refusedBy: REFUSED,
    source: 'B: OpenAPI document, first-party by its text: made for this (200, 401).',
  },
  wappalyzer: {
    url: 'https://api.wappalyzer.com/v2/credits/balance/',
    auth: header('x-api-key'),
    refusedBy: REFUSED,
    source: "B: a copy of the provider's page on credits.",
  },
  tavily: {
    url: 'https://api.tavily.com/usage',
    auth: BEARER,
    refusedBy: REFUSED,
    source: 'A: OpenAPI document (200, 401, 429).',
  },
  apify: {
    url: 'https://api.apify.com/v2/users/me',
    auth: BEARER,
    refusedBy: REFUSED,
    source: 'A: OpenAPI document (200, 401, 403).',
  },
  dataforseo: {
    url: 'https://api.dataforseo.com/v3/appendix/user_data',
    auth: { scheme: 'basic' },
    refusedBy: REFUSED,
    source: 'A: OpenAPI document (basic); a refused login is one of the few errors that are not HTTP 200.',
  },
  resend: {
    url: 'https://api.resend.com/domains',
    auth: BEARER,
    // The provider answers a malformed key as a malformed request, and the request holds nothing but the key.
    refusedBy: [400, ...REFUSED],
    insufficientScope: { member: 'name', codes: ['restricted_api_key'] },
    source: 'A: OpenAPI document; B: a key that may only send is answered 401 restricted_api_key.',
  },
  agentmail: {
    url: 'https://api.agentmail.to/v0/inboxes',
    query: { limit: '1' },
    auth: BEARER,
    refusedBy: REFUSED,
    source: 'A: OpenAPI document.',
  },
  unipile: {
    url: 'https://{account}/api/v1/accounts',
    query: { limit: '1' },
    auth: header('X-API-KEY'),
    refusedBy: REFUSED,
    source: 'B: its API reference as others quote it (a list of the connected accounts; 401 without a valid key).',
  },
}

export type CredentialVerdict =
  | 'valid'
  | 'refused'
  /** No answer, or one that proves nothing about the credential (rate limit, outage). */
  | 'unreachable'

/** Whether an answer refuses what the key may do, and not the key itself. */
export function isTooNarrow(provider: string, body: Json): boolean {
  const scope = Object.hasOwn(CREDENTIAL_CHECKS, provider) ? CREDENTIAL_CHECKS[provider]?.insufficientScope : undefined
  if (scope === undefined || !isJsonObject(body)) return false
  const code = body[scope.member]
  return typeof code === 'string' && scope.codes.includes(code)
}

/** The verdict of an answer about the credential. `code` is the error member that the check names, if there was one. */
export function verdictOf(
  check: CredentialCheck,
  { status, code }: { readonly status: number; readonly code: string | null },
): CredentialVerdict {
  if (status >= 200 && status < 300) return 'valid'
  if (!check.refusedBy.includes(status)) return 'unreachable'
  return code !== null && check.insufficientScope?.codes.includes(code) === true ? 'valid' : 'refused'
}
