import type { JsonObject } from '../../../domain/json/json.ts'
import { booleanOf, countOf, dateOf, textOf, urlOf } from '../wire.ts'
import {
  commentOf,
  handleOf,
  type PlatformProfile,
  postOf,
  postUrl,
  profileOf,
  type PlatformQueries,
} from './platform-query.ts'

const HOSTS = ['instagram.com']
const ACCOUNT: PlatformProfile = {
  hosts: HOSTS,
  handle: /^[A-Za-z0-9._]{1,30}$/,
  reserved: ['p', 'reel', 'reels', 'explore', 'stories', 'tv', 'accounts', 'direct'],
}
const platform = 'instagram'

const profileUrl = (handle: string): string => `https://www.instagram.com/${handle}/`

export const instagram: PlatformQueries = {
  'social.profile': {
    input: (input) => withHandle(input, (handle) => ({ usernames: [handle] })),
    read(item) {
      const handle = textOf(item.username)
      if (handle === null) return null
      return profileOf({
        platform,
        handle,
        name: textOf(item.fullName),
        bio: textOf(item.biography),
        url: profileUrl(handle),
        followers: countOf(item.followersCount),
        following: countOf(item.followsCount),
        posts: countOf(item.postsCount),
        verified: booleanOf(item.verified),
        avatar_url: urlOf(item.profilePicUrlHD) ?? urlOf(item.profilePicUrl),
      })
    },
  },
  'social.posts': {
    input: (input, limit) =>
      withHandle(input, (handle) => ({ directUrls: [profileUrl(handle)], resultsType: 'posts', resultsLimit: limit })),
    read: readPost,
  },
  'social.search': {
    // A phrase is a keyword search; a single word is a hashtag, with or without its sign.
    input: ({ query }, limit) => {
      const words = textOf(query)?.replace(/^#/, '') ?? ''
      return words === ''
        ? null
        : { hashtags: [words], keywordSearch: /\s/.test(words), resultsType: 'posts', resultsLimit: limit }
    },
    read: readPost,
  },
  'social.comments': {
    input: (input, limit) => {
      const url = postUrl(input, HOSTS)
      return url === null ? null : { directUrls: [url], resultsLimit: limit }
    },
    read(item, input) {
      const text = textOf(item.text)
      const handle = textOf(item.ownerUsername)
      if (text === null) return null
      return commentOf({
        platform,
        handle,
        author_url: handle === null ? null : profileUrl(handle),
        post_url: urlOf(item.postUrl) ?? urlOf(input.post_url),
        comment_url: urlOf(item.commentUrl),
        text,
        posted_at: dateOf(item.timestamp),
        likes: countOf(item.likesCount),
        replies: countOf(item.repliesCount),
      })
    },
  },
}

function withHandle(requested: JsonObject, input: (handle: string) => JsonObject): JsonObject | null {
  const handle = handleOf(requested, ACCOUNT)
  return handle === null ? null : input(handle)
}

/** Hidden likes come as -1, which is no count. */
function readPost(item: JsonObject): JsonObject | null {
  const url = urlOf(item.url)
  const handle = textOf(item.ownerUsername)
  // Places and tags among the posts have neither.
  if (url === null || handle === null) return null
  return postOf({
    platform,
    handle,
    author_name: textOf(item.ownerFullName),
    author_url: profileUrl(handle),
    post_url: url,
    text: textOf(item.caption),
    posted_at: dateOf(item.timestamp),
    likes: countOf(item.likesCount),
    comments: countOf(item.commentsCount),
    shares: countOf(item.reshareCount),
  })
}
