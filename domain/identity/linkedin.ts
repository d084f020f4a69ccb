import { isNoProfile } from './placeholders.ts'
import { opened } from './redirects.ts'
import { decoded, fold, hyphenated, tidy } from './text.ts'
import { unwrap } from './unwrap.ts'
import { MISSPELT } from './web.ts'

const HOST = String.raw`(?:https?:?)?\/{0,3}(?:[a-z0-9-]+\.)*linkedin\.(?:com|cn)(?::\d+)?`
const ADDRESS = new RegExp(String.raw`^${HOST}(\/[^?#]*)`, 'i')
/** An address within another one, as programs make it that put the site in front of a complete address. */
const INNER = /[/:]((?:[a-z0-9-]+\.)*linkedin\.(?:com|cn)\/[^?#]+)$/i
const SHORT = /^\/?((?:in|company|pub|school|showcase)\/[^?#]+)/i
/** Addresses within a text. */
const ANYWHERE = new RegExp(String.raw`(?<![\p{L}\p{N}.-])${HOST}\/[^\s<>"|]+`, 'giu')
/** Prefixes of the same paths: the old mobile site, links in LinkedIn's emails, the page of a profile's settings. */
const PREFIXES = new Set(['mwlite', 'comm', 'm', 'public-profile'])
/** The words in front of a page's name. A school and a showcase are pages in the name space of the companies. */
const PAGES = new Set([
  'company',
  'companies',
  'company-beta',
  'organization',
  'organization-guest',
  'school',
  'showcase',
])
const SLUG = /^[^\s/?#%\\:@<>"|]{1,200}$/u
/** A slug alone is accepted only if it looks like one: a single word may be anything. */
const LONE_SLUG = /^(?=[^\s]*[-\d])[\p{L}\p{N}_-]{5,100}$/u
/** A member of a query that follows the name although nothing begins a query. */
const QUERY_SUFFIX = /(?:[?#]|&[\w.-]+=).*$/su
/** The name's end, and a remark behind it: `ada - Ada Lovelace | LinkedIn`. */
const REMARK = /\s+[^\p{L}\p{N}\s].*$/su
/** The rest of a sentence after a name. A full stop ends the names of companies (`acme-inc.`), but of no person. */
const BEHIND = /[\s,;:!"'`’”»>}\]|*…、。]$/u
const FIRM = /(?:^|[-_.])(?:inc|ltd|llc|co|corp|s\.a|s\.r\.l|s\.p\.a|b\.v|n\.v|jr)\.$/u

/**
 * `in/<slug>` or `company/<slug>`, decoded and in lower case, from any form of the URL (Spec 4.5): any scheme and
 * subdomain, with a longer path, the old public addresses, behind a redirect. null for other pages of LinkedIn.
 */
export function readLinkedin(text: string): string | null {
  const address = opened(unwrap(text)).replace(MISSPELT, '$1://')
  const path = ADDRESS.exec(address)?.[1] ?? SHORT.exec(address)?.[1]
  if (path === undefined) return null
  const inner = INNER.exec(decoded(path) ?? path)?.[1]
  return inner === undefined ? readPath(path) : readLinkedin(inner)
}

function readPath(path: string): string | null {
  const parts = path
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  while (PREFIXES.has(parts[0]?.toLowerCase() ?? '')) parts.shift()
  const [kind = '', ...rest] = parts
  const word = kind.toLowerCase()
  if (word === 'organization-guest' && rest[0]?.toLowerCase() === 'company') rest.shift()
  const slug = slugOf(rest[0] ?? '', PAGES.has(word))
  if (slug === null || isNoProfile(slug)) return null
  if (word === 'in') return `in/${slug}`
  // `/pub/dir/Ada/Lovelace` is a search by name, whose results are of many people.
  if (word === 'pub') return slug === 'dir' ? null : `in/${slug}${publicSuffixOf(rest.slice(1))}`
  return PAGES.has(word) ? `company/${slug}` : null
}

/** The profiles whose addresses are somewhere in a text, each once. */
export function linkedinIn(text: string): string[] {
  const found = [...text.matchAll(ANYWHERE)].map(([address]) => readLinkedin(address))
  return [...new Set(found.filter((profile) => profile !== null))]
}

/** A person's slug alone, if the caller states that it is one. */
export function readLoneSlug(text: string): string | null {
  const slug = LONE_SLUG.test(text) ? slugOf(text) : null
  return slug === null || isNoProfile(slug) ? null : `in/${slug}`
}

/** `page`: the name of a company's page, which may end with a full stop. */
export function slugOf(part: string, page = false): string | null {
  const name = decoded(part.replace(QUERY_SUFFIX, ''))
  if (name === null || name.includes('/')) return null
  const slug = trimmed(fold(hyphenated(tidy(tidy(name).replace(QUERY_SUFFIX, '').replace(REMARK, '')))), page)
  return SLUG.test(slug) ? slug : null
}

function trimmed(text: string, page: boolean): string {
  let slug = text.replace(/^[\s"'`‘’“”„«<([{@]+/u, '')
  for (;;) {
    const last = slug.at(-1)
    const junk =
      BEHIND.test(slug) || (last === ')' && !slug.includes('(')) || (last === '.' && !(page && FIRM.test(slug)))
    if (!junk) return slug
    slug = slug.slice(0, -1)
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

/** The name and the groups of the old public address that is this slug today, with the zeros that it may lack. */
export function groupsOfPublicAddress(slug: string): readonly { bare: string; groups: readonly string[] }[] {
  const [, bare, third, second, first] = /^(.+)-([0-9a-z]{3})([0-9a-z]{3})([0-9a-z]{1,3})$/.exec(slug) ?? []
  if (bare === undefined || third === undefined || second === undefined || first === undefined) return []
  return [{ bare, groups: [first, ...[second, third].map((group) => `0{0,2}${group.replace(/^0{1,2}/, '')}`)] }]
}
