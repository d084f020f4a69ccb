import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import { dateOut, domain, input, limit, listOut, name, nullable, object, output, textOut, urlOut } from './fields.ts'

export const COMPANY_NEWS_LIMIT_DEFAULT = 10
export const COMPANY_NEWS_LIMIT_MAX = 100

const article = object({
  title: textOut(),
  url: urlOut(),
  source: textOut(),
  published_at: dateOut(),
  snippet: textOut(),
})

export const companyNews: Capability = {
  slug: 'company.news',
  title: 'News about a company',
  category: 'company',
  description:
    'Lists recent press articles and announcements that mention a company. Every answer is billed, an empty one included.',
  billing: 'per_call',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain."),
      name: name("The company's name; finds more than the domain does."),
      since: Type.String({
        description: 'Only articles of this day or later, for example 2026-01-31.',
        format: 'date',
        maxLength: 10,
      }),
      limit: limit('How many articles at most.', COMPANY_NEWS_LIMIT_DEFAULT, COMPANY_NEWS_LIMIT_MAX),
    },
    enough: [['domain'], ['name']],
  }),
  outputSchema: output({ articles: nullable(listOut(article, COMPANY_NEWS_LIMIT_MAX)) }),
  sends: false,
  exampleInput: { name: 'Example', limit: 5 },
}
