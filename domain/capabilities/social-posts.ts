import type { Capability } from './capability.ts'
import { input, limit, listOut, nullable, output, platform, text, url } from './fields.ts'
import { postRecord } from './records.ts'

export const SOCIAL_POSTS_LIMIT_DEFAULT = 10
export const SOCIAL_POSTS_LIMIT_MAX = 100

export const socialPosts: Capability = {
  slug: 'social.posts',
  title: 'Posts of a social account',
  category: 'social',
  description:
    'Reads the latest public posts, tweets or videos of one account on a social network. Billed per post delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    required: { platform: platform(['instagram', 'tiktok', 'x', 'youtube', 'reddit']) },
    optional: {
      handle: text('The account name, with or without a leading @.', 200),
      url: url('The address of the profile, page or channel.'),
      limit: limit('How many posts at most.', SOCIAL_POSTS_LIMIT_DEFAULT, SOCIAL_POSTS_LIMIT_MAX),
    },
    enough: [['handle'], ['url']],
  }),
  outputSchema: output({ items: nullable(listOut(postRecord(), SOCIAL_POSTS_LIMIT_MAX)) }),
  sends: false,
  limitField: 'limit',
  exampleInput: { platform: 'instagram', handle: 'robin.sample', limit: 5 },
}
