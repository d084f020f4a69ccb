/**
 * Links that only lead to another one: what search engines, mail filters, networks and archives make of an address when
 * it is copied from them.
 */

interface Redirect {
  /** Matched against the host and the path, `www.` included. */
  readonly page: RegExp
  /** The members of the query that may hold the address; without them, the address is the page's first group. */
  readonly members?: readonly string[]
}

const REDIRECTS: readonly Redirect[] = [
  { page: /^(?:www\.)?google\.[a-z.]{2,6}\/(?:url|imgres)$/, members: ['q', 'url', 'imgrefurl'] },
  { page: /^(?:www\.)?google\.[a-z.]{2,6}\/amp\/s?\/?(.+)$/ },
  {
    page: /^(?:[a-z0-9-]+\.)*linkedin\.(?:com|cn)\/(?:authwall|login|signup|uas|checkpoint|redir|safety|start|m\/login|fetch|cws|shareArticle)/i,
    members: ['sessionRedirect', 'session_redirect', 'url', 'redirect'],
  },
  { page: /^(?:l|lm)\.(?:facebook|instagram|messenger|threads)\.com\//, members: ['u'] },
  { page: /^(?:[a-z0-9-]+\.)*facebook\.com\/(?:flx\/warn|l\.php)/, members: ['u'] },
  { page: /\.safelinks\.protection\.outlook\.com\//, members: ['url'] },
  { page: /^statics\.teams\.cdn\.office\.net\//, members: ['url'] },
  { page: /^urldefense\.(?:proofpoint\.)?com\/v3\/__(.+?)__(?:;|$)/ },
  { page: /^linkprotect\.cudasvc\.com\//, members: ['a'] },
  { page: /^(?:[a-z0-9-]+\.)*youtube\.com\/redirect$/, members: ['q'] },
  { page: /^duckduckgo\.com\/l\/?$/, members: ['uddg'] },
  {
    page: /^(?:out\.reddit\.com|slack-redir\.net|t\.umblr\.com|vk\.com\/away\.php|steamcommunity\.com\/linkfilter)/,
    members: ['url', 'z', 'to', 'u'],
  },
  { page: /^web\.archive\.org\/web\/[0-9a-z_*]+\/(.+)$/ },
]
/** A redirect may lead to another one. */
const OPENED_MAX = 3
const PARTS = /^(?:https?:)?\/{0,2}([^/?#]+)(\/[^?#]*)?(?:\?([^#]*))?/i

/** The address at the end of the redirects; the text itself if it is none. */
export function opened(text: string): string {
  let address = text
  for (let round = 0; round < OPENED_MAX; round += 1) {
    const next = targetOf(address)
    if (next === null) break
    address = next
  }
  return address
}

function targetOf(text: string): string | null {
  const [, host, path = '', query = ''] = PARTS.exec(text) ?? []
  if (host === undefined || !host.includes('.')) return null
  const page = `${host.toLowerCase()}${path}`
  for (const { page: pattern, members } of REDIRECTS) {
    const found = pattern.exec(page)
    if (found === null) continue
    const target = members === undefined ? (found[1] ?? '') : memberOf(query, members)
    if (target !== null && target !== '') return target
  }
  return null
}

function memberOf(query: string, members: readonly string[]): string | null {
  const given = new URLSearchParams(query)
  return members.map((member) => given.get(member)).find((value) => value !== null && /^\/|\./.test(value)) ?? null
}
