import { fold } from './text.ts'

const ALIASES: Readonly<Record<string, string>> = {
  twitter: 'x',
  ig: 'instagram',
  fb: 'facebook',
  yt: 'youtube',
  bsky: 'bluesky',
}
/** Networks that are recognised before the colon in `platform:handle`. */
const KNOWN = new Set([
  'instagram',
  'tiktok',
  'x',
  'youtube',
  'linkedin',
  'facebook',
  'reddit',
  'whatsapp',
  'threads',
  'bluesky',
  'telegram',
  'github',
  'medium',
  'twitch',
  'snapchat',
  'pinterest',
  'producthunt',
  'mastodon',
  'discord',
])
const PLATFORM = /^[a-z][a-z0-9_-]{0,29}$/
/** Schemes of addresses, which also precede a colon. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'urn', 'ftp', 'data', 'javascript'])
const HANDLE = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]{0,99}$/u
/** Placeholder texts for a missing handle: two people without a handle are not one person. */
const NOBODY = new Set([
  'none',
  'null',
  'undefined',
  'unknown',
  'na',
  'nil',
  'not-found',
  'no-match',
  'true',
  'false',
  'yes',
  'no',
])

/** A network's canonical name: `twitter` is `x`. null for a text that cannot be a network's name. */
export function readPlatform(text: string): string | null {
  const name = fold(text.trim()).replace(/\.com$/, '')
  const platform = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name
  return PLATFORM.test(platform) && !SCHEMES.has(platform) ? platform : null
}

/** Whether a word is the name of a network that the service knows. */
export const isKnownPlatform = (text: string): boolean => KNOWN.has(readPlatform(text) ?? '')

/** A handle without its platform: lower case, without a leading `@` or `u/`. null if it is none. */
export function readName(text: string): string | null {
  const name = fold(
    text
      .trim()
      .replace(/^\/?u\//i, '')
      .replace(/^@/, ''),
  )
  return HANDLE.test(name) && !NOBODY.has(name) ? name : null
}

export interface Named {
  /** null if the platform is unknown. */
  readonly platform: string | null
  readonly name: string
}

/** The parts of `platform:handle`, `@handle` or a handle alone. null if the text is none. */
export function splitHandle(text: string): Named | null {
  const colon = text.indexOf(':')
  const platform = colon < 0 ? null : readPlatform(text.slice(0, colon))
  if (colon >= 0 && platform === null) return null
  const written = text.slice(colon + 1)
  // WhatsApp's names are numbers, which its own reader handles.
  const name = platform === 'whatsapp' ? written.trim() : readName(written)
  return name === null || name === '' ? null : { platform, name }
}
