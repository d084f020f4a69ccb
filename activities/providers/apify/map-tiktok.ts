import type { JsonObject } from '../../../domain/json/json.ts'
import { booleanOf, countOf, dateOf, objectOf, textOf, urlOf } from '../wire.ts'
import {
  commentOf,
  handleOf,
  type PlatformProfile,
  postOf,
  postUrl,
  profileOf,
  type PlatformQueries,
} from './platform-query.ts'

const HOSTS = ['tiktok.com']
const ACCOUNT: PlatformProfile = {
  hosts: HOSTS,
  handle: /^[A-Za-z0-9._]{2,24}$/,
  reserved: ['video', 'tag', 'music', 'discover', 'search', 't'],
}
const platform = 'tiktok'

const profileUrl = (handle: string): string => `https://www.tiktok.com/@${handle}`

/** Without the limit the actor collects a hundred videos. Nothing is downloaded. */
function videosOf(input: JsonObject, limit: number): JsonObject | null {
  const handle = handleOf(input, ACCOUNT)
  return handle === null
    ? null
    : { profiles: [handle], resultsPerPage: limit, shouldDownloadVideos: false, shouldDownloadCovers: false }
}

export const tiktok: PlatformQueries = {
  'social.profile': {
    input: (input) => videosOf(input, 1),
    // Every video carries its author's profile; an account without videos is a separate item.
    read(item) {
      const author = objectOf(item.authorMeta)
      const handle = textOf(author?.name)
      if (author === null || handle === null) return null
      return profileOf({
        platform,
        handle,
        name: textOf(author.nickName),
        bio: textOf(author.signature),
        url: urlOf(author.profileUrl) ?? profileUrl(handle),
        followers: countOf(author.fans),
        following: countOf(author.following),
        posts: countOf(author.video),
        verified: booleanOf(author.verified),
        avatar_url: urlOf(author.avatar),
      })
    },
  },
  'social.posts': {
    input: videosOf,
    read(item) {
      const url = urlOf(item.webVideoUrl)
      const author = objectOf(item.authorMeta)
      const handle = textOf(author?.name)
      if (url === null) return null
      return postOf({
        platform,
        handle,
        author_name: textOf(author?.nickName),
        author_url: handle === null ? null : profileUrl(handle),
        post_url: url,
        text: textOf(item.text),
        posted_at: dateOf(item.createTimeISO),
        likes: countOf(item.diggCount),
        comments: countOf(item.commentCount),
        shares: countOf(item.shareCount),
      })
    },
  },
  'social.comments': {
    input: (input, limit) => {
      const url = postUrl(input, HOSTS)
      // Without `www.` the actor finds nothing.
      return url === null
        ? null
        : {
            postURLs: [url.replace(/^https?:\/\/tiktok\.com\//, 'https://www.tiktok.com/')],
            commentsPerPost: limit,
            maxRepliesPerComment: 0,
          }
    },
    read(item, input) {
      const text = textOf(item.text)
      const handle = textOf(item.uniqueId)
      if (text === null) return null
      return commentOf({
        platform,
        handle,
        author_url: handle === null ? null : profileUrl(handle),
        post_url: urlOf(item.videoWebUrl) ?? urlOf(input.post_url),
        text,
        posted_at: dateOf(item.createTimeISO),
        likes: countOf(item.diggCount),
        replies: countOf(item.replyCommentTotal),
      })
    },
  },
}
