import { fold, tidy } from './text.ts'

const ADDRESS = /^(?:https?:)?(?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com(?::\d+)?(\/[^?#]*)/i
const SHORT = /^\/?((?:in|company|pub)\/[^?#]+)/i
/** Prefixes of the same paths: the old mobile site, links in LinkedIn's emails. */
const PREFIXES = new Set(['mwlite', 'comm', 'm'])
const SLUG = /^[^\s/?#%\\:@]{1,200}$/u
/** A slug alone is accepted only if it looks like one: a single word may be anything. */
const LONE_SLUG = /^(?=[^\s]*[-\d])[\p{L}\p{N}_-]{5,100}$/u
const NO_SLUG = new Set(['not-found', 'not-available', 'no-match'])
/** People paste URLs that were encoded more than once. */
const DECODES_MAX = 3

/**
 * `in/<slug>` or `company/<slug>`, decoded and in lower case, from any form of the URL (Spec 4.5): any scheme and
 * subdomain, with a longer path, the old public addresses. null for other pages of LinkedIn.
 */
export function readLinkedin(text: string): string | null {
  const path = ADDRESS.exec(text)?.[1] ?? SHORT.exec(text)?.[1]
  if (path === undefined) return null
  const parts = path.split('/').filter((part) => part !== '')
  while (PREFIXES.has(parts[0]?.toLowerCase() ?? '')) parts.shift()
  const [kind = '', ...rest] = parts
  const slug = slugOf(rest[0] ?? '')
  if (slug === null) return null
  switch (kind.toLowerCase()) {
    case 'in':
      return `in/${slug}`
    case 'company':
      return `company/${slug}`
    case 'pub':
      return `in/${slug}${publicSuffixOf(rest.slice(1))}`
    default:
      return null
  }
}

/** A person's slug alone, if the caller says that it is one. */
export function readLoneSlug(text: string): string | null {
  const slug = LONE_SLUG.test(text) ? slugOf(text) : null
  return slug === null || NO_SLUG.has(slug) ? null : `in/${slug}`
}

export function slugOf(part: string): string | null {
  let text = part
  for (let round = 0; round < DECODES_MAX && text.includes('%'); round += 1) {
    const decoded = decoded1(text)
    if (decoded === null) return null
    text = decoded
  }
  const slug = fold(tidy(text))
  return SLUG.test(slug) ? slug : null
}

function decoded1(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * `/pub/ada-lovelace/1/2b3/c45` is `/in/ada-lovelace-c452b31` today: the groups backwards, the last two of three
 * places.
 */
function publicSuffixOf(groups: readonly string[]): string {
  const [first, second, third] = groups
  if (first === undefined || second === undefined || third === undefined) return ''
  return [first, second, third].every((group) => /^[0-9a-z]{1,3}$/i.test(group))
    ? `-${third.padStart(3, '0')}${second.padStart(3, '0')}${first}`.toLowerCase()
    : ''
}
