import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { hostOf, textOf } from '../wire.ts'

/** How to call one platform's actor, and how to read one of its items. */
export interface PlatformQuery {
  /** The actor's input; null when the caller's input names nothing on this platform. */
  input(requested: JsonObject, limit: number): JsonObject | null
  /** null: the item holds nothing deliverable. */
  read(item: JsonObject, input: JsonObject): JsonObject | null
  /** The member that filters what the actor has collected: items that it leaves out were paid for, and count. */
  readonly filter?: string
}

/** By capability. */
export type PlatformQueries = Readonly<Record<string, PlatformQuery>>

/** The URLs of accounts on a platform, as its actors expect them. */
export interface PlatformProfile {
  readonly hosts: readonly string[]
  readonly handle: RegExp
  /** First path segments that are not accounts. */
  readonly reserved: readonly string[]
}

/** The requested account without its @; null when the handle or URL cannot belong to this platform. */
export function handleOf({ handle, url }: JsonObject, place: PlatformProfile): string | null {
  const name = textOf(handle) ?? fromUrl(textOf(url), place)
  const bare = name?.replace(/^@/, '') ?? ''
  return place.handle.test(bare) ? bare : null
}

function fromUrl(url: string | null, { hosts, reserved }: PlatformProfile): string | null {
  if (url === null || !isOn(url, hosts)) return null
  const [first = ''] = new URL(url).pathname.split('/').filter((part) => part !== '')
  return reserved.includes(first.toLowerCase()) ? null : first
}

/** A page of one of these hosts or of a subdomain. */
export function isOn(url: string, hosts: readonly string[]): boolean {
  const host = hostOf(url)
  return host !== null && hosts.some((one) => host === one || host.endsWith(`.${one}`))
}

/** The URL of a post, if it belongs to the platform. */
export const postUrl = ({ post_url }: JsonObject, hosts: readonly string[]): string | null => {
  const url = textOf(post_url)
  return url !== null && isOn(url, hosts) ? url : null
}

const POST = {
  platform: null,
  handle: null,
  author_name: null,
  author_url: null,
  post_url: null,
  text: null,
  posted_at: null,
  likes: null,
  comments: null,
  shares: null,
} as const

export const postOf = (known: { readonly [Member in keyof typeof POST]?: Json }): JsonObject => ({ ...POST, ...known })

const COMMENT = {
  platform: null,
  handle: null,
  author_name: null,
  author_url: null,
  post_url: null,
  comment_url: null,
  text: null,
  posted_at: null,
  likes: null,
  replies: null,
} as const

export const commentOf = (known: { readonly [Member in keyof typeof COMMENT]?: Json }): JsonObject => ({
  ...COMMENT,
  ...known,
})

const PROFILE = {
  platform: null,
  handle: null,
  name: null,
  bio: null,
  url: null,
  followers: null,
  following: null,
  posts: null,
  verified: null,
  avatar_url: null,
} as const

export const profileOf = (known: { readonly [Member in keyof typeof PROFILE]?: Json }): JsonObject => ({
  ...PROFILE,
  ...known,
})
