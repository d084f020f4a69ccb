import type { Capability } from './capability.ts'
import { input, limit, listOut, nullable, output, platform, text } from './fields.ts'
import { postRecord } from './records.ts'

export const SOCIAL_SEARCH_LIMIT_DEFAULT = 10
export const SOCIAL_SEARCH_LIMIT_MAX = 100

export const socialSearch: Capability = {
  slug: 'social.search',
  title: 'Search social posts',
  category: 'social',
  description:
    'Finds public posts on a social network that mention the query. Billed per post delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    required: {
      platform: platform(['instagram', 'x', 'youtube', 'reddit']),
      query: text('Words, a phrase or a hashtag to look for.', 500),
    },
    optional: { limit: limit('How many posts at most.', SOCIAL_SEARCH_LIMIT_DEFAULT, SOCIAL_SEARCH_LIMIT_MAX) },
  }),
  outputSchema: output({ items: nullable(listOut(postRecord(), SOCIAL_SEARCH_LIMIT_MAX)) }),
  sends: false,
  limitField: 'limit',
  exampleInput: { platform: 'x', query: 'developer tools', limit: 5 },
}
