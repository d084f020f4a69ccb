import { CLI } from './commands.ts'

/**
 * What an agent calls in place of an operation that a message or a hint names; null: it has no tool, and keeps its
 * name. `test/structure/routes-in-texts.test.ts` compares it with those texts.
 */
export const TOOL_OF: Readonly<Record<string, string | null>> = {
  'POST /v1/auth/signin': null,
  'POST /v1/discover': 'discover',
  'GET /v1/catalog/capabilities': 'discover',
  'GET /v1/runs/{run_id}': 'get_run with run_id "{run_id}"',
  'GET /v1/catalog/providers/{provider}/endpoints': 'discover with provider "{provider}"',
  'POST /v1/connections/{provider}': null,
  'POST /v1/email/domains': null,
  'POST /v1/email/domains/{domain}/check': null,
  'POST /v1/email/inboxes': null,
  'POST /v1/features': null,
  'POST /v1/{network}/accounts': null,
  'DELETE /v1/{network}/accounts/{account_id}': null,
  'POST /v1/plan': null,
  'POST /v1/plan/cancel': null,
  'POST /v1/plan/portal': null,
  'PUT /v1/sender-profile': null,
  'POST /v1/tables/{name}/rows': 'table_write with action "upsert"',
  'GET /v1/wallet/invoices': null,
  'POST /v1/wallet/topups/checkout': null,
  'GET /v1/watch/{watch_id}': null,
  'POST /v1/watch/{watch_id}/refresh': null,
}

const ROUTES: readonly (readonly [route: RegExp, tool: string])[] = Object.entries(TOOL_OF).flatMap(
  ([operation, tool]): [RegExp, string][] =>
    tool === null ? [] : [[patternOf(operation), tool.replaceAll(/\{(\w+)\}/g, '$<$1>')]],
)

/** A route with its values. */
function patternOf(operation: string): RegExp {
  const values = operation.replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>[\w-]+|\{\w+\})`)
  return new RegExp(String.raw`${values}(?![\w/{])`, 'g')
}

/** The command in the hint of an item. */
const COMMAND = new RegExp(`\\b${CLI} inspect (.+)$`, 's')
/** A request at the end of a hint: its body is the arguments of the tool. */
const REQUEST = /POST \/v1\/(inspect|discover) (?=\{.*\}$)/s

/** A text of the service with the tools of MCP in place of routes and commands. */
export function inToolWords(text: string): string {
  const named = text
    .replace(COMMAND, (command, words: string) => callOf(words) ?? command)
    .replace(REQUEST, (_, tool: string) => `${tool} `)
  return ROUTES.reduce((translated, [route, tool]) => translated.replace(route, tool), named)
}

function callOf(written: string): string | null {
  const [first, second] = wordsOf(written) ?? []
  return first === undefined
    ? null
    : `inspect ${JSON.stringify(second === undefined ? { capability: first } : { provider: first, endpoint: second })}`
}

/** The words of a command line; null: it has quotes that only a shell reads. */
function wordsOf(written: string): string[] | null {
  if (written.includes("$'")) return null
  const words = written.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? []
  return words
    .filter((word) => word !== '--')
    .map((word) => word.replaceAll(/'([^']*)'|\\'/g, (quoted, inner?: string) => inner ?? quoted.slice(1)))
}
