import type { Capability } from './capability.ts'
import { input, limit, listOut, nullable, object, output, text, textOut, url, urlOut } from './fields.ts'

export const WEB_MAP_LIMIT_DEFAULT = 100
export const WEB_MAP_LIMIT_MAX = 1_000

export const webMap: Capability = {
  slug: 'web.map',
  title: 'Map a website',
  category: 'web',
  description:
    'Lists the pages of a website: its sitemap and the links found on it, without reading them. Billed per page delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    required: { url: url('Where to begin, usually the home page.') },
    optional: {
      query: text('Only pages whose address has all of these words.', 200),
      limit: limit('How many pages at most.', WEB_MAP_LIMIT_DEFAULT, WEB_MAP_LIMIT_MAX),
    },
  }),
  outputSchema: output({
    url: urlOut(),
    links: nullable(listOut(object({ url: urlOut(), title: textOut() }), WEB_MAP_LIMIT_MAX)),
  }),
  sends: false,
  limitField: 'limit',
  exampleInput: { url: 'https://www.example.com/', limit: 20 },
}
