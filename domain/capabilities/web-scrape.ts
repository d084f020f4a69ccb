import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import { booleanOut, choiceOut, input, listOut, nullable, output, textOut, url, urlOut } from './fields.ts'

/** A long article has a tenth of this; longer content is cut, and `truncated` reports it. */
export const PAGE_CONTENT_LENGTH_MAX = 500_000
/** The maximum number of links of one page. */
export const PAGE_LINKS_MAX = 1_000
export const PAGE_FORMATS = ['markdown', 'text', 'html'] as const

export const webScrape: Capability = {
  slug: 'web.scrape',
  title: 'Read a web page',
  category: 'web',
  description:
    'Fetches one web page and extracts its content as markdown, plain text or HTML, with title and links. Every page is billed.',
  billing: 'per_call',
  inputSchema: input({
    required: { url: url('The page to read.') },
    optional: {
      format: Type.Enum([...PAGE_FORMATS], {
        description: 'How the content is returned. HTML comes from the sandbox alone: no live provider sells it.',
        default: 'markdown',
      }),
      render: Type.Boolean({
        description: 'True to run the scripts of the page first, for pages that show nothing without them.',
      }),
    },
  }),
  outputSchema: output({
    url: urlOut(),
    title: textOut(),
    description: textOut(),
    language: textOut(),
    format: choiceOut(PAGE_FORMATS),
    content: nullable(Type.String({ maxLength: PAGE_CONTENT_LENGTH_MAX })),
    truncated: booleanOut(),
    links: nullable(listOut(urlOut(), PAGE_LINKS_MAX)),
  }),
  sends: false,
  exampleInput: { url: 'https://www.example.com/about' },
}
