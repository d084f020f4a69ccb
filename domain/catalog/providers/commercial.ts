import { KNOWN_ACTORS } from './actors.ts'
import type { CatalogProvider } from './provider.ts'

const NO_RATE = 'No published rate is known here: the hold is 1.00 and the measured cost is charged where the provider reports one.'

export const COMMERCIAL_PROVIDERS: readonly CatalogProvider[] = [
  {
    slug: 'dataforseo', title: 'DataForSEO', kind: 'search_data', baseUrl: 'https://api.dataforseo.com',
    auth: { scheme: 'basic' }, status: 'live', reason: null, bodies: 'task', free: false, tenancy: 'data',
    // Each of these lists or moves the account's earlier requests, of all workspaces.
    accountWords: ['user_data', 'id_list', 'errors', 'tasks_ready', 'tasks_fixed', 'webhook_resend', 'force_stop'],
    // An earlier crawl or SERP is read by the id of its task.
    resultIds: ['id', 'task_id'],
    cost: { model: 'per_task', note: 'The answer reports the cost of every task; no rate card is held here.' },
    sources: ['A: OpenAPI documents (paths, tasks, parameters).', 'A: task arrays, cost and status codes of the answer.'],
  },
  {
    slug: 'apify', title: 'Apify', kind: 'actors', baseUrl: 'https://api.apify.com',
    auth: { scheme: 'bearer' }, status: 'ready', reason: null, bodies: 'actor_input', free: false, tenancy: 'account',
    opened: [
      'POST /v2/actors/{actorId}/runs', 'POST /v2/actors/{actorId}/run-sync', 'POST /v2/actors/{actorId}/run-sync-get-dataset-items',
      'GET /v2/actors/{actorId}/builds/default', 'GET /v2/store', ...KNOWN_ACTORS.map(({ actor }) => `POST /v2/actors/${actor}/runs`),
    ],
    actors: { start: 'POST /v2/actors/{actorId}/runs', known: KNOWN_ACTORS },
    // `acts` is the old name of actors; the base URL of its documents ends in the version.
    aliases: [{ from: '/v2/acts/', to: '/v2/actors/' }, { from: '/acts/', to: '/v2/actors/' }, { from: '/actors/', to: '/v2/actors/' }],
    actorRuns: ['POST /v2/actors/{actorId}/runs', 'POST /v2/actors/{actorId}/run-sync', 'POST /v2/actors/{actorId}/run-sync-get-dataset-items'],
    // `token` is another account's key; `webhooks` and the permission level act on the account; the cap is the hold's
    // (Spec 4.3.5).
    reservedQuery: ['token', 'webhooks', 'forcePermissionLevel', 'maxTotalChargeUsd'],
    cost: { model: 'per_event', note: "The actor's own price; the run reports its cost." },
    sources: ['A: OpenAPI document apify.json (Apache-2.0).'],
  },
  {
    slug: 'resend', title: 'Resend', kind: 'email', baseUrl: 'https://api.resend.com',
    auth: { scheme: 'bearer' }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'account', opened: [],
    cost: { model: 'per_call', note: NO_RATE },
    sources: ['A: OpenAPI document resend.json (MIT).'],
  },
  {
    slug: 'agentmail', title: 'AgentMail', kind: 'email', baseUrl: 'https://api.agentmail.to',
    auth: { scheme: 'bearer' }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'account', opened: [],
    cost: {
      model: 'per_call', note: 'List price of a send as public catalogs show it x 1.43.',
      rates: {
        'POST /v0/inboxes/{inbox_id}/messages/send': '0.01',
        'POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply': '0.01',
      },
    },
    sources: ['A: OpenAPI document agentmail.json (March 2026).', 'B: the price, from public catalogs.'],
  },
  {
    slug: 'apollo', title: 'Apollo', kind: 'contact_data', baseUrl: 'https://api.apollo.io/api/v1',
    auth: { scheme: 'header', name: 'x-api-key', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'account',
    // Apollo is a CRM with a data set beside it; these endpoints query the data set. All others read or change the
    // team's own records.
    opened: [
      'POST /people/match', 'POST /people/bulk_match', 'GET /people/{id}', 'POST /mixed_people/api_search',
      'GET /organizations/enrich', 'POST /organizations/bulk_enrich', 'GET /organizations/{id}', 'POST /mixed_companies/search',
      'GET /organizations/{organization_id}/job_postings', 'POST /news_articles/search',
    ],
    cost: {
      model: 'per_call', note: 'List price as public catalogs show it x 1.43.',
      rates: { 'POST /people/match': '0.01' },
    },
    sources: ['A: OpenAPI document, harvested 2026-08-13.', 'B: the price, from public catalogs.'],
  },
  {
    slug: 'peopledatalabs', title: 'People Data Labs', kind: 'contact_data', baseUrl: 'https://api.peopledatalabs.com',
    auth: { scheme: 'header', name: 'X-Api-Key', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    cost: {
      model: 'per_result', note: 'List price of a person match as public catalogs show it x 1.43.',
      rates: { 'GET /v5/person/enrich': '0.35' },
    },
    sources: ['A: OpenAPI document peopledatalabs.json (MIT).', 'B: the price, from public catalogs.'],
  },
  {
    slug: 'hunter', title: 'Hunter', kind: 'contact_data', baseUrl: 'https://api.hunter.io/v2',
    auth: { scheme: 'header', name: 'X-API-KEY', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    accountWords: ['leads'],
    reservedQuery: ['api_key'],
    cost: {
      model: 'per_call', note: 'List price of a credit x 1.43.',
      rates: { 'GET /email-finder': '0.0245', 'GET /email-verifier': '0.01225' },
    },
    sources: ['B: OpenAPI transcriptions, one for each endpoint.', 'B: the price of a credit, as in the manifest of the adapter.'],
  },
  {
    slug: 'findymail', title: 'Findymail', kind: 'contact_data', baseUrl: 'https://app.findymail.com',
    auth: { scheme: 'bearer' }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    cost: {
      model: 'per_call', note: 'Price as a public catalog shows it x 1.43; a miss is free, a verification is not.',
      rates: {
        'POST /api/search/name': '0.07', 'POST /api/search/linkedin': '0.07', 'POST /api/search/domain': '0.07', 'POST /api/search/company': '0.07',
        'POST /api/technologies': '0.07', 'POST /api/search/phone': '0.65', 'POST /api/search/reverse-email': '0.13', 'POST /api/verify': '0.015',
      },
    },
    sources: ["A: the provider's own n8n node (routes and bodies).", 'B: public clients (domain, technologies and credits).', 'B: prices, from a public catalog of the same routes.'],
  },
  {
    slug: 'leadmagic', title: 'LeadMagic', kind: 'contact_data', baseUrl: 'https://api.leadmagic.io',
    auth: { scheme: 'header', name: 'X-API-Key', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    cost: {
      model: 'per_call', note: 'List price of its credits in the smallest plan x 1.43; a miss is free.',
      rates: {
        'POST /v1/people/email-validation': '0.006', 'POST /v1/people/email-finder': '0.024', 'POST /v1/people/personal-email-finder': '0.048',
        'POST /v1/people/b2b-profile-email': '0.12', 'POST /v1/people/b2b-profile': '0.24', 'POST /v1/people/mobile-finder': '0.12',
        'POST /v1/people/profile-search': '0.024', 'POST /v1/people/role-finder': '0.048', 'POST /v1/companies/company-search': '0.024',
        'POST /v1/companies/company-funding': '0.096', 'POST /v1/ads/google-ads-search': '0.0048', 'POST /v1/ads/meta-ads-search': '0.0048',
        'POST /v1/ads/b2b-ads-search': '0.0048', 'POST /v1/ads/b2b-ads-details': '0.048',
      },
    },
    sources: ['A: OpenAPI 1.5.0 in LeadMagic/leadmagic-openapi, with the routes under /v1 that its README names for them, and the credits of each.'],
  },
  {
    slug: 'prospeo', title: 'Prospeo', kind: 'contact_data', baseUrl: 'https://api.prospeo.io',
    auth: { scheme: 'header', name: 'X-KEY', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    accountWords: ['account-information'],
    cost: {
      model: 'per_call', note: 'A credit of the smallest plan x 1.43, not confirmed; a miss and a repeat are free.',
      rates: { 'POST /enrich-person': '0.049', 'POST /enrich-company': '0.049', 'POST /search-person': '0.049', 'POST /search-company': '0.049' },
    },
    sources: ["A: the provider's own MCP server (routes and bodies).", 'B: copies of its API documentation (credits).', 'Unconfirmed: the price of a credit.'],
  },
  {
    slug: 'thecompaniesapi', title: 'The Companies API', kind: 'company_data', baseUrl: 'https://api.thecompaniesapi.com',
    // The token is sent as it is, not encoded.
    auth: { scheme: 'header', name: 'Authorization', required: true, prefix: 'Basic ' }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    // The account's earlier requests, exports, lists and prompts.
    accountWords: ['actions', 'lists', 'prompts', 'user', 'analytics'],
    resultIds: ['actionId', 'listId'],
    reservedQuery: ['actionId', 'listId', 'listsToExclude'],
    cost: {
      model: 'per_result', note: 'A credit of the smallest plan x 1.43.',
      rates: { 'GET /v2/companies/{domain}': '0.0019', 'GET /v2/companies/by-social': '0.0019', 'GET /v2/companies/by-email': '0.0019', 'GET /v2/companies/{domain}/email-patterns': '0.0019' },
    },
    sources: ["A: the provider's OpenAPI document 2.0.0.", 'B: price of a credit (95 USD for 50,000).'],
  },
  {
    slug: 'wappalyzer', title: 'Wappalyzer', kind: 'company_data', baseUrl: 'https://api.wappalyzer.com/v2',
    auth: { scheme: 'header', name: 'x-api-key', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    accountWords: ['lists'],
    cost: { model: 'per_result', note: 'A credit of the smallest plan with an API x 1.43 for each address in store.', rates: { 'GET /lookup': '0.0225' } },
    sources: ["A: the provider's OpenAPI document v2-public.", 'B: plans (450 USD for 20,000 credits).'],
  },
  {
    slug: 'fullenrich', title: 'FullEnrich', kind: 'contact_data', baseUrl: 'https://app.fullenrich.com/api/v2',
    auth: { scheme: 'bearer' }, status: 'ready', reason: null, bodies: 'json', free: false, tenancy: 'data',
    cost: { model: 'per_result', note: NO_RATE },
    sources: ['B: OpenAPI document, first-party by its text.'],
  },
  {
    slug: 'builtwith', title: 'BuiltWith', kind: 'company_data', baseUrl: 'https://api.builtwith.com',
    auth: { scheme: 'query', name: 'KEY', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    accountWords: ['whoamiv1', 'usagev2', 'agent-auth', 'mppx', 'list-pass'],
    cost: { model: 'per_call', note: "The price that the provider's document states x 1.43.", rates: {} },
    sources: ['B: OpenAPI documents of the provider as a mirror holds them.'],
  },
  {
    slug: 'serper', title: 'Serper', kind: 'web_search', baseUrl: 'https://google.serper.dev',
    auth: { scheme: 'header', name: 'X-API-KEY', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    cost: {
      model: 'per_call', note: 'List price of a search as public catalogs show it x 1.43.',
      rates: { 'POST /search': '0.002' },
    },
    sources: ['B: OpenAPI transcription serper.yml.', 'B: the price, from public catalogs.'],
  },
  {
    slug: 'tavily', title: 'Tavily', kind: 'web_search', baseUrl: 'https://api.tavily.com',
    auth: { scheme: 'bearer' }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    accountWords: ['org-usage', 'logs'],
    cost: { model: 'per_call', note: NO_RATE },
    sources: ['A: OpenAPI document as a client library downloads it.'],
  },
  {
    slug: 'brave', title: 'Brave Search', kind: 'web_search', baseUrl: 'https://api.search.brave.com',
    auth: { scheme: 'header', name: 'X-Subscription-Token', required: true }, status: 'live', reason: null, bodies: 'json', free: false, tenancy: 'data',
    cost: {
      model: 'per_call', note: 'List price of a request of the Search plan x 1.43.',
      rates: { 'GET /res/v1/web/search': '0.005' },
    },
    sources: ["A: the provider's own client (paths, parameters and their bounds).", 'B: the price, 5 USD for 1,000 requests, as a guide of September 2026 quotes it.'],
  },
  {
    slug: 'crunchbase', title: 'Crunchbase', kind: 'company_data', baseUrl: 'https://api.crunchbase.com/api/v4',
    auth: { scheme: 'header', name: 'X-cb-user-key', required: true }, status: 'excluded',
    reason: "The provider licenses its data per customer and forbids passing its records on; the capability company.funding is the way to ask.",
    bodies: 'json', free: false, tenancy: 'data',
    cost: { model: 'per_call', note: NO_RATE },
    sources: ['B: OpenAPI document "Enterprise API, 2021-07-16"; licence-gated, terms not read in full.'],
  },
]
