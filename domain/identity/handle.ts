import { isPlaceholder } from './placeholders.ts'
import { fold } from './text.ts'
import { unwrap } from './unwrap.ts'

const ALIASES: Readonly<Record<string, string>> = {
  twitter: 'x',
  ig: 'instagram',
  fb: 'facebook',
  yt: 'youtube',
  bsky: 'bluesky',
}
/** Networks that the service knows. The API calls a network `platform`. */
const KNOWN_NETWORKS = new Set([
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
const NETWORK_NAME = /^[a-z][a-z0-9_-]{0,29}$/
/** Schemes of URLs, which also precede a colon. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'urn', 'ftp', 'data', 'javascript'])
const HANDLE = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]{0,99}$/u
/** A network's canonical name: `twitter` is `x`. null for a text that cannot be a network's name. */
export function parseNetwork(text: string): string | null {
  const name = fold(text.trim()).replace(/\.com$/, '')
  const platform = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name
  return NETWORK_NAME.test(platform) && !SCHEMES.has(platform) ? platform : null
}

/** The names of a network: its own one, and its aliases. */
export const namesOfNetwork = (platform: string): readonly string[] => [
  platform,
  ...Object.entries(ALIASES).flatMap(([alias, of]) => (of === platform ? [alias] : [])),
]

/** Whether a word is the name of a network that the service knows. */
export const isKnownNetwork = (text: string): boolean => KNOWN_NETWORKS.has(parseNetwork(text) ?? '')

/** A handle without its network: lower case, without a leading `@` or `u/`. null if it is none. */
export function parseBareHandle(text: string): string | null {
  const bare = unwrap(text)
    .replace(/^\/?u\//i, '')
    .replace(/^[@＠]\s*/u, '')
  const name = withoutLastStops(fold(bare))
  return HANDLE.test(name) && !isPlaceholder(name) ? name : null
}

/** No network has a handle that ends with a full stop: it ends the sentence. */
function withoutLastStops(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '.') end -= 1
  return text.slice(0, end)
}

/**
 * Networks with several lists of names, by the sections of their paths: `/user/ada`, `/c/ada` and `/@ada` may be three
 * channels of YouTube. A handle of such a list has its section: `youtube:user/ada`.
 */
const SECTIONED: Readonly<Record<string, RegExp>> = { youtube: /^\/?(c|user)\/(?=[^/])/i }

/** A handle of this network without the network. null if it is none. */
function handleOn(platform: string | null, text: string): string | null {
  const section = platform !== null && Object.hasOwn(SECTIONED, platform) ? SECTIONED[platform]?.exec(text) : null
  if (section === null || section === undefined) return parseBareHandle(text)
  const name = parseBareHandle(text.slice(section[0].length))
  return name === null ? null : sectioned(section[1], name)
}

export const sectioned = (section: string | undefined, name: string): string =>
  section === undefined ? name : `${section.toLowerCase()}/${name}`

export interface SplitHandle {
  /** null if the text names no network. A network that is not in KNOWN_NETWORKS is kept. */
  readonly platform: string | null
  readonly name: string
}

/**
 * The parts of `platform:handle`, `@handle` or a handle alone. null if the text is none. `network`: of a handle alone.
 */
export function splitHandle(text: string, network: string | null = null): SplitHandle | null {
  const colon = text.indexOf(':')
  const platform = colon < 0 ? null : parseNetwork(text.slice(0, colon))
  if (colon >= 0 && platform === null) return null
  const written = text.slice(colon + 1)
  // WhatsApp's names are numbers, which its own reader handles.
  const name = platform === 'whatsapp' ? written.trim() : handleOn(platform ?? network, written)
  return name === null || name === '' ? null : { platform, name }
}
