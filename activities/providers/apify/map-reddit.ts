import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { countOf, dateOf, textOf, urlOf } from '../wire.ts'
import {
  commentOf,
  handleOf,
  isOn,
  type PlatformProfile,
  postOf,
  postUrl,
  type PlatformQueries,
} from './platform-query.ts'

const HOSTS = ['reddit.com', 'redd.it']
const platform = 'reddit'
const NAME = /^[A-Za-z0-9_-]{2,50}$/
/** An account or a community has its own first segment: /user/name, /r/name. */
const ACCOUNT: PlatformProfile = { hosts: HOSTS, handle: NAME, reserved: [] }
const PAGE = /^\/(?:(?:user|u)\/[A-Za-z0-9_-]{2,50}|r\/[A-Za-z0-9_]{2,50})\/?$/
const POSTS_ONLY = { skipComments: true, skipCommunity: true, proxy: { useApifyProxy: true } }

/** The page of the account, or of the community where the input has its URL. */
function pageOf(input: JsonObject): string | null {
  const url = textOf(input.url)
  if (url !== null && textOf(input.handle) === null) {
    const path = isOn(url, HOSTS) ? new URL(url).pathname : ''
    return PAGE.test(path) ? `https://www.reddit.com${path}` : null
  }
  const handle = handleOf({ handle: textOf(input.handle)?.replace(/^\/?u\//i, '') ?? null }, ACCOUNT)
  return handle === null ? null : `https://www.reddit.com/user/${handle}/`
}

export const reddit: PlatformQueries = {
  'social.posts': {
    input: (input, limit) => {
      const url = pageOf(input)
      return url === null ? null : { startUrls: [{ url }], maxItems: limit, maxPostCount: limit, ...POSTS_ONLY }
    },
    read: readPost,
  },
  'social.search': {
    input: ({ query }, limit) => ({
      searches: [textOf(query)],
      searchPosts: true,
      searchComments: false,
      searchCommunities: false,
      searchUsers: false,
      sort: 'new',
      maxItems: limit,
      maxPostCount: limit,
      ...POSTS_ONLY,
    }),
    read: readPost,
  },
  'social.comments': {
    // The post itself is an item as well.
    input: (input, limit) => {
      const url = postUrl(input, HOSTS)
      return url === null
        ? null
        : { startUrls: [{ url }], maxItems: limit + 1, maxComments: limit, proxy: { useApifyProxy: true } }
    },
    read(item, input) {
      const text = textOf(item.body)
      if (item.dataType !== 'comment' || text === null) return null
      return commentOf({
        platform,
        ...authorOf(item.username),
        post_url: urlOf(input.post_url),
        comment_url: urlOf(item.url),
        text,
        posted_at: dateOf(item.createdAt),
        likes: countOf(item.upVotes),
        replies: countOf(item.numberOfreplies),
      })
    },
  },
}

/** An account that was deleted has no name. */
function authorOf(value: Json | undefined) {
  const handle = textOf(value)
  return handle === null || !NAME.test(handle)
    ? { handle: null, author_url: null }
    : { handle, author_url: `https://www.reddit.com/user/${handle}/` }
}

function readPost(item: JsonObject): JsonObject | null {
  const url = urlOf(item.url)
  const title = textOf(item.title)
  if (item.dataType !== 'post' || url === null || title === null) return null
  return postOf({
    platform,
    ...authorOf(item.username),
    post_url: url,
    text: textOf([title, textOf(item.body)].filter((part) => part !== null).join('\n\n')),
    posted_at: dateOf(item.createdAt),
    likes: countOf(item.upVotes),
    comments: countOf(item.numberOfComments),
  })
}
