/** Spellings of `/v1/wallet`, which wants a credential: none of them answers without one. */
export const WALLET_SPELLINGS: readonly string[] = [
  '/v1/wallet', '//v1/wallet', '/v1//wallet', '/v1/wallet/', '/v1/wallet//', '/V1/WALLET', '/v1/Wallet', '/v1/%77allet', '/%76%31/wallet', '/v1%2fwallet', '/v1%252fwallet', '/v1/./wallet',
  '/v1/../v1/wallet', '/healthz/../v1/wallet', '/healthz/..%2fv1/wallet', '/oauth/../v1/wallet', '/oauth/authorize/..;/../../v1/wallet', '/v1/wallet;x=1', '/v1/wallet.json', '/v1/wallet%00',
  '/v1/wallet%20', '/v1/wallet%0a', '/v1/wallet%3f', '/v1/wallet#', '/v1\\wallet', '/\\v1/wallet', '/v1/discover/../wallet', '/dashboard/../v1/wallet', '/mcp/../v1/wallet', '/v1/wallet?/healthz',
  'http://x/v1/wallet', 'http://evil.example/v1/wallet', 'x:/v1/wallet', '*', '/v1/wallet/../../healthz/../v1/wallet', '/.%2e/v1/wallet', '/v1/wallet/.', '/\u00761/wallet',
]

/** Forms of the header that name no key, or another than they seem to. `KEY` stands for one that is good. */
export const CREDENTIAL_SPELLINGS: readonly (readonly [string, string])[] = [
  ['Authorization', 'KEY'], ['Authorization', 'Basic KEY'], ['Authorization', 'Bearer'], ['Authorization', 'Bearer KEY KEY'], ['Authorization', 'Bearer KEY, Bearer KEY'], ['Authorization', 'Bearer "KEY"'],
  ['Authorization', 'Bearer KEYx'], ['Authorization', 'BearerKEY'], ['Authorization', 'Token KEY'], ['Authorization', 'Bearer\u00a0KEY'], ['X-Api-Key', 'KEY'], ['Api-Key', 'KEY'], ['Cookie', 'Authorization=Bearer KEY'],
  ['Cookie', 'dashboard_session=KEY'], ['Proxy-Authorization', 'Bearer KEY'], ['X-Forwarded-Authorization', 'Bearer KEY'], ['X-Original-Authorization', 'Bearer KEY'],
]

/** What a key's environment is not changed by. */
export const ENVIRONMENT_SPELLINGS: readonly string[] = ['live', 'LIVE', ' live ', 'live, test', 'test, live', 'production', 'live\u00a0']

/** Headers by which some servers are led to another path or method. */
export const OVERRIDES: readonly (readonly [string, string])[] = [
  ['X-Original-URL', '/v1/wallet'], ['X-Rewrite-URL', '/v1/wallet'], ['X-HTTP-Method-Override', 'DELETE'], ['X-Method-Override', 'DELETE'], ['X-Forwarded-Prefix', '/v1/wallet'], ['Forwarded', 'for=1;host=evil.example'],
]
