import type { Capability } from '../../../domain/capabilities/capability.ts'
import type { ClientPackage } from '../../clients/packages.ts'
import type { Route } from '../../route/route.ts'

export interface LlmsParts {
  readonly publicUrl: string
  /** The capabilities that are live. */
  readonly capabilities: readonly Capability[]
  readonly routes: readonly Route[]
  readonly clients: readonly ClientPackage[]
}

/** The capability in the examples. */
const SAMPLE = 'contact.find'

/**
 * The first document for a language model, in the form of llmstxt.org: a title, a summary, how to start, then lists
 * with links.
 */
export function llmsText({ publicUrl, capabilities, routes, clients }: LlmsParts): string {
  const link = (path: string, title: string, note: string): string => `- [${title}](${publicUrl}${path}): ${note}`
  return [
    '# Routed data and outreach',
    '',
    '> One API and one prepaid USD wallet for lookups and outreach over many providers: find and verify contacts, enrich people and companies, search the web and social networks, send email and messages. A job is a run. A run is quoted before it executes, holds its price, tries one provider after another until one delivers, and charges only for delivered results. What no capability covers can be called as a raw endpoint of a provider.',
    '',
    '## How to start',
    '',
    ...howToStart(
      publicUrl,
      capabilities.find(({ slug }) => slug === SAMPLE),
      clients,
    ),
    '',
    '## Rules',
    '',
    '- Amounts are decimal strings in USD. Inspect shows prices; `routing.max_cost` limits the cost of a run.',
    '- `routing.order`, `only`, `ignore` and `require` (`{"data_region": "eu"}`) choose the providers of a run. Inspect shows what each states about its data (`facts`) and which inputs it serves (`takes`).',
    '- `POST /v1/jobs` runs one input for many rows of a table or a CSV file: one `ceiling` for all, `dry_run` for the estimate. Use it for more than a few dozen rows.',
    '- A run that has not ended is answered with 202: read it at `poll_url`. `no_match`, `blocked` and `insufficient_balance` are results, not defects.',
    '- Send an `Idempotency-Key` with every request that changes something. If the response was lost, repeat the same request with the same key.',
    '- Every error is `{"error": {"code", "message", "request_id"}}`; the code determines what to do.',
    '',
    '## Docs',
    '',
    link('/openapi.json', 'OpenAPI 3.1', 'every route with schemas, errors and examples, for programs'),
    link('/api-reference', 'API reference', 'the same for people, with samples in five languages'),
    link('/docs', 'Guides', 'quickstart, jobs, long runs, tables, webhooks, agents, going live'),
    link('/auth.md', 'Authentication', 'keys, OAuth, MCP, and what refusals mean'),
    link('/pricing.md', 'Prices', 'the list price of every capability, plans and top-ups'),
    link('/.well-known/agent-skills/index.json', 'Skills', 'find people, enrich a list, reach out lawfully'),
    link('/v1/errors', 'Error codes', 'every code with its status, meaning and what to do'),
    link('/v1/catalog/capabilities', 'Capabilities', 'with list prices and health'),
    link('/v1/catalog/providers', 'Providers', 'and how many raw endpoints each has'),
    link('/.well-known/api-catalog', 'API catalog', 'both APIs with their documents, as a linkset (RFC 9727)'),
    link('/mcp/server-card', 'MCP server card', 'where and how an MCP client connects'),
    link('/.well-known/agent-feedback', 'Agent feedback', 'how to report a problem, without a key'),
    link('/.well-known/oauth-authorization-server', 'OAuth 2.1', 'for apps and MCP clients that act for a person'),
    '',
    '## Capabilities',
    '',
    ...capabilities.map(({ slug, description }) => `- \`${slug}\`: ${firstSentence(description)}`),
    '',
    '## Routes',
    '',
    ...routes
      .filter(({ documented }) => documented !== false)
      .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`),
    '',
  ].join('\n')
}

function howToStart(publicUrl: string, sample: Capability | undefined, clients: readonly ClientPackage[]): string[] {
  const input = sample?.exampleInput ?? {}
  return [
    `1. A key: \`POST ${publicUrl}/v1/auth/signup\` returns a sandbox key (\`svc_test_…\`, simulated providers) once. A signed-in person creates live keys (\`svc_live_…\`). An agent without a person uses \`POST ${publicUrl}/v1/agents/signup\` (${publicUrl}/auth.md). Send it as \`Authorization: Bearer <API_KEY>\`.`,
    `2. Discover, without a key: \`POST ${publicUrl}/v1/discover\` with \`{"query": "find someone's work email"}\`.`,
    `3. Inspect: \`POST ${publicUrl}/v1/inspect\` with \`{"capability": "${SAMPLE}"}\` shows input schema, offers and prices.`,
    `4. Run: \`POST ${publicUrl}/v1/run\` with \`${JSON.stringify({ capability: SAMPLE, input })}\` returns the finished run.`,
    '',
    `- MCP: ${publicUrl}/mcp (streamable HTTP; an API key as bearer token, or OAuth). Its tools are discover, inspect, run, batch_run and more.`,
    ...clients.map(({ what, install }) => `- ${what}: \`${install}\``),
    `- Typed clients: generate one in your language from ${publicUrl}/openapi.json.`,
  ]
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text
