import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { booleanOf, countOf, dateOf, objectOf, textOf, urlOf } from '../wire.ts'
import { commentOf, isOn, postOf, postUrl, profileOf, type PlatformQueries } from './platform-query.ts'

const HOSTS = ['youtube.com', 'youtu.be']
const HANDLE = /^[\p{L}\p{N}._·-]{3,30}$/u
const platform = 'youtube'
/** Only the long videos of a channel: shorts and streams have separate limits. */
const VIDEOS_ONLY = { maxResultsShorts: 0, maxResultStreams: 0 }

/** A channel has several kinds of URLs, and the actors accept all of them. */
function channelOf({ handle, url }: JsonObject): string | null {
  const name = textOf(handle)?.replace(/^@/, '')
  if (name !== undefined) return HANDLE.test(name) ? `https://www.youtube.com/@${encodeURIComponent(name)}` : null
  const channelUrl = textOf(url)
  return channelUrl !== null && isOn(channelUrl, ['youtube.com']) ? channelUrl : null
}

const videosOf = (input: JsonObject, limit: number): JsonObject | null => {
  const channel = channelOf(input)
  return channel === null ? null : { startUrls: [{ url: channel }], maxResults: limit, ...VIDEOS_ONLY }
}

export const youtube: PlatformQueries = {
  'social.profile': {
    input: (input) => videosOf(input, 1),
    // Every video carries its channel.
    read(item) {
      const about = objectOf(item.aboutChannelInfo)
      const of = (member: string): Json | undefined => item[member] ?? about?.[member]
      const name = textOf(of('channelName'))
      if (name === null) return null
      return profileOf({
        platform,
        handle: handleIn(of('channelUsername')),
        name,
        bio: textOf(of('channelDescription')),
        url: urlOf(of('channelUrl')),
        followers: countOf(of('numberOfSubscribers')),
        posts: numberIn(of('channelTotalVideos')),
        verified: booleanOf(of('isChannelVerified')),
        avatar_url: urlOf(of('channelAvatarUrl')),
      })
    },
  },
  'social.posts': { input: videosOf, read: readVideo },
  'social.search': {
    input: ({ query }, limit) => ({ searchQueries: [textOf(query)], maxResults: limit, ...VIDEOS_ONLY }),
    read: readVideo,
  },
  'social.comments': {
    input: (input, limit) => {
      const url = postUrl(input, HOSTS)
      return url === null ? null : { startUrls: [{ url }], maxComments: limit }
    },
    // The age of a comment is given in words ("2 weeks ago"), relative to an unknown time.
    read(item, input) {
      const text = textOf(item.comment)
      const handle = handleIn(item.author)
      if (text === null) return null
      return commentOf({
        platform,
        handle,
        author_name: textOf(item.author),
        author_url: handle === null ? null : `https://www.youtube.com/@${encodeURIComponent(handle)}`,
        post_url: urlOf(item.pageUrl) ?? urlOf(input.post_url),
        text,
        likes: countOf(item.voteCount),
        replies: countOf(item.replyCount),
      })
    },
  },
}

function readVideo(item: JsonObject): JsonObject | null {
  const url = urlOf(item.url)
  const title = textOf(item.title)
  if (url === null || title === null) return null
  return postOf({
    platform,
    handle: handleIn(item.channelUsername),
    author_name: textOf(item.channelName),
    author_url: urlOf(item.channelUrl),
    post_url: url,
    text: textOf([title, textOf(item.text)].filter((part) => part !== null).join('\n\n')),
    posted_at: dayIn(item.date),
    likes: countOf(item.likes),
    comments: countOf(item.commentsCount),
  })
}

const handleIn = (value: Json | undefined): string | null => {
  const bare = typeof value === 'string' ? value.trim().replace(/^@/, '') : ''
  return HANDLE.test(bare) ? bare : null
}

/** Some of its numbers are words with separators: "1,234". */
const numberIn = (value: Json | undefined): number | null =>
  typeof value === 'string' && /^\d[\d,]*$/.test(value) ? countOf(Number(value.replaceAll(',', ''))) : countOf(value)

/** A date or a moment; null for a time relative to now. */
const dayIn = (value: Json | undefined): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? dateOf(value) : null
