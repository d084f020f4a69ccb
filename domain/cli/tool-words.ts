import { CLI } from './commands.ts'

/** What an agent calls in place of a route. Routes without a tool keep their names. */
const ROUTES: readonly (readonly [route: RegExp, tool: string])[] = [
  [/GET \/v1\/catalog\/providers\/([\w-]+)\/endpoints/g, 'discover with provider "$1"'],
  [/GET \/v1\/catalog\/capabilities|POST \/v1\/discover/g, 'discover'],
  [/POST \/v1\/tables\/\{name\}\/rows/g, 'table_write with action "upsert"'],
  [/(?:GET )?\/v1\/runs\/(run_\w+)/g, 'get_run {"run_id":"$1"}'],
]

/** A command at the end of a hint, where commands stand. */
const COMMAND = new RegExp(`\\b${CLI} (inspect|discover|runs get) (.+)$`, 's')

/** A text of the service with the tools of MCP in place of routes and commands. */
export function inToolWords(text: string): string {
  const named = text.replace(COMMAND, (command, name: string, words: string) => callOf(name, words) ?? command)
  return ROUTES.reduce((said, [route, tool]) => said.replace(route, tool), named)
}

function callOf(name: string, written: string): string | null {
  const words = wordsOf(written)
  const [first, second] = words ?? []
  if (first === undefined) return null
  switch (name) {
    case 'discover':
      return `discover ${JSON.stringify({ query: first })}`
    case 'runs get':
      return `get_run ${JSON.stringify({ run_id: first })}`
    default:
      return `inspect ${JSON.stringify(second === undefined ? { capability: first } : { provider: first, endpoint: second })}`
  }
}

/** The words of a command line; null: it has quotes that only a shell reads. */
function wordsOf(written: string): string[] | null {
  if (written.includes("$'")) return null
  const words = written.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? []
  return words
    .filter((word) => word !== '--')
    .map((word) => word.replaceAll(/'([^']*)'|\\'/g, (quoted, inner?: string) => inner ?? quoted.slice(1)))
}
