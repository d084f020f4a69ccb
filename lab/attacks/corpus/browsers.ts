/** A browser's headers for a form of another site. */
export const FOREIGN_ORIGINS: readonly Readonly<Record<string, string>>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'http://127.0.0.1:1' },
  { Origin: 'https://127.0.0.1' },
  { Origin: 'http://127.0.0.1.evil.example' },
  { Origin: 'http://localhost' },
  { Origin: 'file://' },
  { Origin: 'chrome-extension://abc' },
  { Origin: 'OWN.evil.example' },
  { Origin: 'OWN@evil.example' },
  { Origin: 'OWN, https://evil.example' },
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
  { Origin: '', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: '', 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'OWN', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'OWN', 'Sec-Fetch-Site': 'SAME-ORIGIN ' },
]

/**
 * What pages of other origins may read: public documents, and the endpoints of OAuth that an app in a browser calls
 * without a cookie. `token` and `revoke` are read from the origins of the app's own redirect URIs.
 */
export const READ_BY_OTHER_ORIGINS =
  /^\/(?:\.well-known\/(?:oauth-|api-catalog$|ai-catalog\.json$|mcp\/|agent-skills\/)|mcp\/server-card$|oauth\/(?:register|jwks|token|revoke)$)/

/** Targets of open redirects, none of which may be followed. */
export const ELSEWHERE: readonly string[] = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/dashboard/..//evil.example',
  '/dashboard/%2e%2e//evil.example',
  'javascript:alert(1)',
  '\thttps://evil.example/',
  '/dashboard\\..\\..\\evil.example',
  '/dashboard/../../evil.example',
  'dashboard.evil.example',
  '/dashboard@evil.example',
  '/dashboard?\r\nSet-Cookie: a=b',
  'data:text/html,x',
  '/%09/evil.example',
  '/dashboard/%0d%0aX: y',
]
