import { fold } from './text.ts'

const ALIASES: Readonly<Record<string, string>> = { twitter: 'x', ig: 'instagram', fb: 'facebook', yt: 'youtube', bsky: 'bluesky' }
/** Networks whose names are known to be names of networks in `platform:handle`. */
const KNOWN = new Set([
  'instagram', 'tiktok', 'x', 'youtube', 'linkedin', 'facebook', 'reddit', 'whatsapp', 'threads', 'bluesky', 'telegram', 'github', 'medium', 'twitch',
  'snapchat', 'pinterest', 'producthunt', 'mastodon', 'discord',
])
const PLATFORM = /^[a-z][a-z0-9_-]{0,29}$/
/** Schemes of addresses, which stand before a colon too. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'urn', 'ftp', 'data', 'javascript'])
const HANDLE = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]{0,99}$/u
/** What forms say where there is no handle: two people who have none are not one person. */
const NOBODY = new Set(['none', 'null', 'undefined', 'unknown', 'na', 'nil', 'not-found', 'no-match', 'true', 'false', 'yes', 'no'])

/** A network's one name: `twitter` is `x`. null for what cannot be a network's name. */
export function readPlatform(text: string): string | null {
  const name = fold(text.trim()).replace(/\.com$/, '')
  const platform = Object.hasOwn(ALIASES, name) ? ALIASES[name] ?? name : name
  return PLATFORM.test(platform) && !SCHEMES.has(platform) ? platform : null
}

/** Whether a word is the name of a network that the service knows. */
export const isKnownPlatform = (text: string): boolean => KNOWN.has(readPlatform(text) ?? '')

/** A handle without its platform: lower case, without `@`, `u/` and what follows. null when it is none. */
export function readName(text: string): string | null {
  const name = fold(text.trim().replace(/^\/?u\//i, '').replace(/^@/, ''))
  return HANDLE.test(name) && !NOBODY.has(name) ? name : null
}

export interface Named {
  /** null when it is not told. */
  readonly platform: string | null
  readonly name: string
}

/** `platform:handle`, `@handle` or a handle alone, taken apart. null when the text is none. */
export function splitHandle(text: string): Named | null {
  const colon = text.indexOf(':')
  const platform = colon < 0 ? null : readPlatform(text.slice(0, colon))
  if (colon >= 0 && platform === null) return null
  const written = text.slice(colon + 1)
  // WhatsApp's names are numbers, which its own reader knows.
  const name = platform === 'whatsapp' ? written.trim() : readName(written)
  return name === null || name === '' ? null : { platform, name }
}
