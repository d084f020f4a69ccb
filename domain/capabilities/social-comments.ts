import type { Capability } from './capability.ts'
import {
  countOut,
  dateOut,
  input,
  limit,
  listOut,
  nullable,
  object,
  output,
  platform,
  platformOut,
  textOut,
  url,
  urlOut,
} from './fields.ts'

export const SOCIAL_COMMENTS_LIMIT_DEFAULT = 10
export const SOCIAL_COMMENTS_LIMIT_MAX = 100

const comment = object({
  platform: platformOut(),
  handle: textOut(),
  author_name: textOut(),
  author_url: urlOut(),
  post_url: urlOut(),
  comment_url: urlOut(),
  text: textOut(),
  posted_at: dateOut(),
  likes: countOut(),
  replies: countOut(),
})

export const socialComments: Capability = {
  slug: 'social.comments',
  title: 'Comments on a social post',
  category: 'social',
  description:
    'Reads the public comments and replies under one post or video, with their authors. Billed per comment delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    required: {
      platform: platform(['instagram', 'tiktok', 'youtube', 'reddit']),
      post_url: url('The address of the post or video.'),
    },
    optional: { limit: limit('How many comments at most.', SOCIAL_COMMENTS_LIMIT_DEFAULT, SOCIAL_COMMENTS_LIMIT_MAX) },
  }),
  outputSchema: output({ items: nullable(listOut(comment, SOCIAL_COMMENTS_LIMIT_MAX)) }),
  sends: false,
  limitField: 'limit',
  exampleInput: { platform: 'youtube', post_url: 'https://www.youtube.com/watch?v=sample', limit: 5 },
}
