import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { countOf, objectOf, textOf, urlOf } from '../wire.ts'
import { handleOf, type PlatformProfile, postOf, type PlatformQueries } from './platform-query.ts'
import { servedBy } from './served.ts'

const ACCOUNT: PlatformProfile = {
  hosts: ['x.com', 'twitter.com'],
  handle: /^\w{1,15}$/,
  reserved: ['i', 'search', 'home', 'explore', 'hashtag', 'intent'],
}
const platform = 'x'

/** The actor accepts no smaller number; the surplus is cut here. */
const itemsToRequest = (limit: number): number => Math.max(limit, servedBy('social.search', platform)?.atLeast ?? limit)

const search = (words: string, limit: number): JsonObject => ({
  searchTerms: [words],
  queryType: 'Latest',
  maxItems: itemsToRequest(limit),
})

export const x: PlatformQueries = {
  'social.posts': {
    input: (input, limit) => {
      const handle = handleOf(input, ACCOUNT)
      return handle === null ? null : search(`from:${handle}`, limit)
    },
    read: readTweet,
  },
  'social.search': {
    input: ({ query }, limit) => search(textOf(query) ?? '', limit),
    read: readTweet,
  },
}

/**
 * A search without results is answered by an item that reports this, or by a notice of the actor's author, which has no
 * author field.
 */
function readTweet(item: JsonObject): JsonObject | null {
  const author = objectOf(item.author)
  const handle = textOf(author?.userName)
  const url = urlOf(item.url) ?? urlOf(item.twitterUrl)
  if (author === null || handle === null || url === null) return null
  return postOf({
    platform,
    handle,
    author_name: textOf(author.name),
    author_url: `https://x.com/${handle}`,
    post_url: url,
    text: textOf(item.text),
    posted_at: momentOf(item.createdAt),
    likes: countOf(item.likeCount),
    comments: countOf(item.replyCount),
    shares: countOf(item.retweetCount),
  })
}

/** "Sun Apr 05 15:36:19 +0000 2026" as ISO 8601. */
function momentOf(value: Json | undefined): string | null {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}
