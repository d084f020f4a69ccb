import type { Answer } from './response-schema.ts'

/** The answer, and its document, that a fixture is a copy of. */
export interface Mapping {
  readonly fixture: string
  readonly file: string
  readonly answer: Answer
  /** The path of the described answer in the fixture, `*` for every item; by default all of it. */
  readonly at?: string
  /**
   * Members, by pointer, that the document leaves out or gets wrong, and that another source, which the fixture names,
   * has.
   */
  readonly knows?: readonly string[]
}

/** The input of a task comes back unchanged; the document defines each member of it as an object, and shows texts. */
const DATA = ['/tasks/*/data'] as const

/** One line a fixture: every answer with a 2xx of a provider whose document is there. */
export const MAPPINGS: readonly Mapping[] = [
  { fixture: 'agentmail/inbox', file: 'agentmail.json', answer: 'POST /v0/inboxes 200' },
  { fixture: 'agentmail/sent', file: 'agentmail.json', answer: 'POST /v0/inboxes/{inbox_id}/messages/send 200' },
  { fixture: 'apollo/companies', file: 'apollo.json', answer: 'POST /mixed_companies/search 200' },
  { fixture: 'apollo/jobs', file: 'apollo.json', answer: 'GET /organizations/{organization_id}/job_postings 200' },
  { fixture: 'apollo/matches', file: 'apollo.json', answer: 'POST /people/bulk_match 200' },
  { fixture: 'apollo/organization', file: 'apollo.json', answer: 'GET /organizations/enrich 200' },
  { fixture: 'apollo/organization-miss', file: 'apollo.json', answer: 'GET /organizations/enrich 200' },
  { fixture: 'apollo/person', file: 'apollo.json', answer: 'POST /people/match 200' },
  { fixture: 'apollo/person-miss', file: 'apollo.json', answer: 'POST /people/match 200' },
  { fixture: 'apollo/search', file: 'apollo.json', answer: 'POST /mixed_people/api_search 200' },
  { fixture: 'builtwith/found', file: 'builtwith/rest.json', answer: 'GET /v22/api.json 200' },
  { fixture: 'clinicaltrials/found', file: 'clinicaltrials.yaml', answer: 'GET /studies 200' },
  {
    fixture: 'crunchbase/organization',
    file: 'crunchbase.yaml',
    answer: 'GET /entities/organizations/{entity_id} 200',
  },
  { fixture: 'crunchbase/search', file: 'crunchbase.yaml', answer: 'POST /searches/organizations 200' },
  {
    fixture: 'crunchbase/without-funding',
    file: 'crunchbase.yaml',
    answer: 'GET /entities/organizations/{entity_id} 200',
  },
  {
    fixture: 'dataforseo/backlinks',
    file: 'dataforseo/backlinks.yml',
    answer: 'POST /v3/backlinks/backlinks/live 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/content',
    file: 'dataforseo/on-page.yml',
    answer: 'POST /v3/on_page/content_parsing/live 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/cost-cap',
    file: 'dataforseo/serp.yml',
    answer: 'POST /v3/serp/google/organic/live/regular 200',
  },
  {
    fixture: 'dataforseo/keywords',
    file: 'dataforseo/labs.yml',
    answer: 'POST /v3/dataforseo_labs/google/keyword_overview/live 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/no-backlinks',
    file: 'dataforseo/backlinks.yml',
    answer: 'POST /v3/backlinks/backlinks/live 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/no-keywords',
    file: 'dataforseo/labs.yml',
    answer: 'POST /v3/dataforseo_labs/google/keyword_overview/live 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/no-results',
    file: 'dataforseo/serp.yml',
    answer: 'POST /v3/serp/google/organic/live/regular 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/page',
    file: 'dataforseo/serp.yml',
    answer: 'POST /v3/serp/google/organic/live/advanced 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/rate-limited',
    file: 'dataforseo/serp.yml',
    answer: 'POST /v3/serp/google/organic/live/regular 200',
  },
  {
    fixture: 'dataforseo/search',
    file: 'dataforseo/serp.yml',
    answer: 'POST /v3/serp/google/organic/live/regular 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/search-failed',
    file: 'dataforseo/serp.yml',
    answer: 'POST /v3/serp/google/organic/live/regular 200',
    knows: DATA,
  },
  {
    fixture: 'dataforseo/summary',
    file: 'dataforseo/backlinks.yml',
    answer: 'POST /v3/backlinks/summary/live 200',
    knows: DATA,
  },
  { fixture: 'hunter/company', file: 'hunter/enrichment.yml', answer: 'GET /companies/find 200' },
  { fixture: 'hunter/domain', file: 'hunter/domain-search.yml', answer: 'GET /domain-search 200' },
  { fixture: 'hunter/domain-miss', file: 'hunter/domain-search.yml', answer: 'GET /domain-search 200' },
  { fixture: 'hunter/found', file: 'hunter/email-finder.yml', answer: 'GET /email-finder 200' },
  { fixture: 'hunter/miss', file: 'hunter/email-finder.yml', answer: 'GET /email-finder 200' },
  { fixture: 'hunter/person', file: 'hunter/enrichment.yml', answer: 'GET /people/find 200' },
  { fixture: 'hunter/verified', file: 'hunter/email-verifier.yml', answer: 'GET /email-verifier 200' },
  { fixture: 'nppes/found', file: 'nppes.json', answer: 'GET / 200' },
  { fixture: 'openfda/found', file: 'openfda.yml', answer: 'GET /drug/event.json 200' },
  {
    fixture: 'peopledatalabs/companies',
    file: 'peopledatalabs.json',
    answer: 'POST /v5/company/search 200',
    at: '/data/*',
  },
  {
    fixture: 'peopledatalabs/company',
    file: 'peopledatalabs.json',
    answer: 'GET /v5/company/enrich 200',
    knows: ['/status', '/likelihood'],
  },
  {
    fixture: 'peopledatalabs/company-size',
    file: 'peopledatalabs.json',
    answer: 'GET /v5/company/enrich 200',
    knows: ['/status', '/likelihood', '/employee_growth_rate', '/employee_count_by_role', '/employee_count_by_month'],
  },
  {
    fixture: 'peopledatalabs/people',
    file: 'peopledatalabs.json',
    answer: 'POST /v5/person/search 200',
    at: '/data/*',
  },
  { fixture: 'peopledatalabs/person', file: 'peopledatalabs.json', answer: 'GET /v5/person/enrich 200', at: '/data' },
  { fixture: 'resend/domain-made', file: 'resend.json', answer: 'POST /domains 201' },
  { fixture: 'resend/sent', file: 'resend.json', answer: 'POST /emails 200' },
  { fixture: 'sec/submissions', file: 'sec-edgar.yml', answer: 'GET /submissions/CIK{cik}.json 200' },
  { fixture: 'serper/found', file: 'serper.yml', answer: 'POST /search 200' },
  { fixture: 'serper/miss', file: 'serper.yml', answer: 'POST /search 200' },
  { fixture: 'serper/news', file: 'serper.yml', answer: 'POST /news 200' },
  { fixture: 'tavily/map', file: 'tavily.json', answer: 'POST /map 200' },
  {
    fixture: 'tavily/news',
    file: 'tavily.json',
    answer: 'POST /search 200',
    knows: ['/results/*/published_date'],
  },
  { fixture: 'tavily/page', file: 'tavily.json', answer: 'POST /extract 200' },
  { fixture: 'tavily/page-failed', file: 'tavily.json', answer: 'POST /extract 200' },
  { fixture: 'tavily/found', file: 'tavily.json', answer: 'POST /search 200' },
  { fixture: 'tavily/miss', file: 'tavily.json', answer: 'POST /search 200' },
  { fixture: 'usaspending/found', file: 'usaspending.yml', answer: 'POST /search/spending_by_award/ 200' },
]

/** Answers with a 2xx that no document describes, and why they are trusted all the same. */
export const UNDESCRIBED: Readonly<Record<string, string>> = {
  'apify/instagram-comments': "items are an actor's own, which the platform's document leaves open",
  'apify/instagram-not-found': "items are an actor's own, which the platform's document leaves open",
  'apify/instagram-posts': "items are an actor's own, which the platform's document leaves open",
  'apify/instagram-profile': "items are an actor's own, which the platform's document leaves open",
  'apify/linkedin-jobs': "items are an actor's own, which the platform's document leaves open",
  'apify/reddit-comments': "items are an actor's own, which the platform's document leaves open",
  'apify/reddit-posts': "items are an actor's own, which the platform's document leaves open",
  'apify/tiktok-comments': "items are an actor's own, which the platform's document leaves open",
  'apify/tiktok-private': "items are an actor's own, which the platform's document leaves open",
  'apify/tiktok-videos': "items are an actor's own, which the platform's document leaves open",
  'apify/x-nothing': "items are an actor's own, which the platform's document leaves open",
  'apify/x-tweets': "items are an actor's own, which the platform's document leaves open",
  'apify/youtube-channel': "items are an actor's own, which the platform's document leaves open",
  'apify/youtube-comments': "items are an actor's own, which the platform's document leaves open",
  'apify/youtube-videos': "items are an actor's own, which the platform's document leaves open",
  'apollo/news': 'the document shows an answer, and no schema of it',
  'builtwith/credits-used-up': 'errors inside a 200 are in no document; public clients show their shape',
  'builtwith/error': 'errors inside a 200 are in no document; public clients show their shape',
  'builtwith/not-known': 'errors inside a 200 are in no document; public clients show their shape',
  'hunter/working': 'the document names the 202 and describes no body of it',
  'nppes/refused': 'refusals inside a 200 are in no document; public clients show their shape',
  'peopledatalabs/person-hidden':
    'booleans in contact fields contradict the document; the collected facts (A) state that they come',
  'sec/older': 'a further file of filings that the document does not have; public clients read it',
  'sec/tickers': 'a file of the agency that the document does not have; public clients read it',
}
