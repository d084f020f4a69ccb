import type { Capability } from './capability.ts'
import {
  booleanOut,
  countOut,
  dateOut,
  domain,
  input,
  limit,
  listOut,
  nullable,
  object,
  output,
  textOut,
  url,
  urlOut,
} from './fields.ts'

export const SEO_BACKLINKS_LIMIT_DEFAULT = 50
export const SEO_BACKLINKS_LIMIT_MAX = 500

const backlink = object({
  url_from: urlOut(),
  domain_from: textOut(),
  title_from: textOut(),
  url_to: urlOut(),
  anchor: textOut(),
  dofollow: booleanOut(),
  rank: countOut(),
  first_seen: dateOut(),
  last_seen: dateOut(),
})

export const seoBacklinks: Capability = {
  slug: 'seo.backlinks',
  title: 'Backlinks of a site',
  category: 'seo',
  description:
    'Lists the links from other sites that point to a domain or page, and counts them with their referring domains. Every answer is billed.',
  billing: 'per_call',
  inputSchema: input({
    optional: {
      domain: domain('The site that is linked to.'),
      url: url('One page that is linked to.'),
      limit: limit('How many links at most.', SEO_BACKLINKS_LIMIT_DEFAULT, SEO_BACKLINKS_LIMIT_MAX),
    },
    enough: [['domain'], ['url']],
  }),
  outputSchema: output({
    target: textOut(),
    total: countOut(),
    referring_domains: countOut(),
    rank: countOut(),
    backlinks: nullable(listOut(backlink, SEO_BACKLINKS_LIMIT_MAX)),
  }),
  sends: false,
  exampleInput: { domain: 'example.com', limit: 10 },
}
