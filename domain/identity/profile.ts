import type { Web } from './web.ts'

interface ProfilePlatform {
  readonly platform: string
  /** The handle is its group `name`, or else its first; matched against the path without its last slash. */
  readonly path: RegExp
  /** First words of paths that are the network's own pages. */
  readonly pages?: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const X: ProfilePlatform = {
  platform: 'x',
  path: /^\/@?([a-z0-9_]{1,30})(?:\/(?:with_replies|media|likes|followers|following))?$/i,
  pages: words(
    'home explore search i intent share hashtag settings login signup messages notifications compose about tos privacy jobs download',
  ),
}
const INSTAGRAM: ProfilePlatform = {
  platform: 'instagram',
  path: /^\/@?([a-z0-9_.]{1,30})(?:\/(?:reels|tagged|channel|feed))?$/i,
  pages: words('p reel reels tv explore stories accounts direct about legal developer web api'),
}
const FACEBOOK: ProfilePlatform = {
  platform: 'facebook',
  path: /^\/([a-z0-9.]{3,100})$/i,
  pages: words(
    'groups pages events watch people sharer share login help marketplace gaming profile.php sharer.php story.php photo.php permalink.php home.php media public hashtag policies privacy business',
  ),
}
const THREADS: ProfilePlatform = { platform: 'threads', path: /^\/@([\w.]{1,30})$/ }

const YOUTUBE_TABS = 'about|videos|featured|shorts|streams|playlists|community'

/** The hosts and paths of people's profiles on the networks. */
const NETWORKS: Readonly<Record<string, ProfilePlatform>> = {
  'x.com': X,
  'twitter.com': X,
  'instagram.com': INSTAGRAM,
  'facebook.com': FACEBOOK,
  'fb.com': FACEBOOK,
  'threads.net': THREADS,
  'threads.com': THREADS,
  'tiktok.com': { platform: 'tiktok', path: /^\/@([\w.]{1,50})$/ },
  'youtube.com': {
    platform: 'youtube',
    path: new RegExp(`^/(?:@|channel/|(c|user)/)(?<name>[^/]{1,100})(?:/(?:${YOUTUBE_TABS}))?$`, 'i'),
  },
  'reddit.com': { platform: 'reddit', path: /^\/(?:user|u)\/([\w-]{1,50})(?:\/(?:comments|submitted|overview))?$/ },
  'github.com': {
    platform: 'github',
    path: /^\/([a-z0-9-]{1,39})$/i,
    pages: words(
      'features about pricing login join signup orgs topics explore marketplace sponsors settings search enterprise security trending collections contact site apps',
    ),
  },
  'bsky.app': { platform: 'bluesky', path: /^\/profile\/([\w.-]{1,100})$/ },
  'medium.com': { platform: 'medium', path: /^\/@([\w.-]{1,50})$/ },
  'producthunt.com': { platform: 'producthunt', path: /^\/@([\w-]{1,50})$/ },
  'snapchat.com': { platform: 'snapchat', path: /^\/(?:add\/|@)([\w.-]{1,50})$/ },
  'twitch.tv': {
    platform: 'twitch',
    path: /^\/(\w{3,30})$/,
    pages: words('directory videos downloads jobs turbo settings subscriptions'),
  },
  't.me': { platform: 'telegram', path: /^\/(?:s\/)?(\w{4,32})$/, pages: words('joinchat share addstickers') },
  'wa.me': { platform: 'whatsapp', path: /^\/(\+?\d{7,15})$/ },
  // Signal too names people by their phone numbers.
  'signal.me': { platform: 'whatsapp', path: /^\/p\/(\+\d{7,15})$/ },
}
/** The first words of paths to profiles, as an alternative of a regular expression. */
export const PROFILE_WORDS = '(profile|user|u|c|channel|add|s)'

/** The hosts on which a network has its profiles; empty for a network that is not known by its host. */
export const hostsOfNetwork = (platform: string): readonly string[] =>
  Object.entries(NETWORKS).flatMap(([host, network]) => (network.platform === platform ? [host] : []))

/** The same site in another language or for another device. */
const VARIANT = /^(?:m|mobile|web|old|new|[a-z]{2}(?:-[a-z]{2})?)\./

/**
 * The profile at a web address, as `platform` and the handle as written; null if it is no profile of a known network.
 * `section`: the list of names that the handle belongs to, where the network has several.
 */
export function profileOf({ host, path }: Web): { platform: string; section?: string; name: string } | null {
  const network = networkOf(host) ?? networkOf(host.replace(VARIANT, ''))
  const found = network?.path.exec(path)
  const name = found?.groups?.['name'] ?? found?.[1]
  if (network === undefined || name === undefined || network.pages?.has(name.toLowerCase()) === true) return null
  const section = found?.groups === undefined ? undefined : found[1]
  return { platform: network.platform, ...(section !== undefined && { section: section.toLowerCase() }), name }
}

const networkOf = (host: string): ProfilePlatform | undefined =>
  Object.hasOwn(NETWORKS, host) ? NETWORKS[host] : undefined
