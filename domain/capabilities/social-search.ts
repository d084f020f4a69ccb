import type { Capability } from './capability.ts'
import { countOut, dateOut, input, limit, listOut, nullable, object, output, platform, platformOut, text, textOut, urlOut } from './fields.ts'

export const SOCIAL_SEARCH_LIMIT_DEFAULT = 10
export const SOCIAL_SEARCH_LIMIT_MAX = 100

const post = object({
  platform: platformOut(),
  handle: textOut(),
  author_name: textOut(),
  author_url: urlOut(),
  post_url: urlOut(),
  text: textOut(),
  posted_at: dateOut(),
  likes: countOut(),
  comments: countOut(),
  shares: countOut(),
})

export const socialSearch: Capability = {
  slug: 'social.search',
  title: 'Search social posts',
  category: 'social',
  description: 'Finds public posts on a social network that mention the query. Billed per post delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    required: {
      platform: platform(),
      query: text('Words, a phrase or a hashtag to look for.', 500),
    },
    optional: { limit: limit('How many posts at most.', SOCIAL_SEARCH_LIMIT_DEFAULT, SOCIAL_SEARCH_LIMIT_MAX) },
  }),
  outputSchema: output({ items: nullable(listOut(post, SOCIAL_SEARCH_LIMIT_MAX)) }),
  sends: false,
  limitField: 'limit',
  exampleInput: { platform: 'x', query: 'developer tools', limit: 5 },
}
