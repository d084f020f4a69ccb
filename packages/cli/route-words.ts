import { quoted } from './output/text.ts'

/**
 * What a person types in place of an operation that a message, a hint or an action of the service names; null: no
 * command does it, and `svc api` calls it. `test/structure/routes-in-texts.test.ts` compares it with those texts.
 */
export const COMMAND_OF: Readonly<Record<string, string | null>> = {
  'POST /v1/auth/signin': 'login --session -',
  'POST /v1/discover': 'discover',
  'GET /v1/catalog/capabilities': null,
  'GET /v1/runs/{run_id}': 'runs get {run_id}',
  'GET /v1/catalog/providers/{provider}/endpoints': null,
  'POST /v1/connections/{provider}': 'connections set {provider}',
  'POST /v1/email/domains': 'domains add',
  'POST /v1/email/domains/{domain}/check': 'domains check {domain}',
  'POST /v1/email/inboxes': 'inboxes create',
  'POST /v1/features': 'tables on',
  'POST /v1/{network}/accounts': 'accounts connect {network}',
  'DELETE /v1/{network}/accounts/{account_id}': 'accounts disconnect {network} {account_id}',
  'POST /v1/plan': 'plan choose',
  'POST /v1/plan/cancel': 'plan cancel',
  'POST /v1/plan/portal': 'plan portal',
  'PUT /v1/sender-profile': null,
  'POST /v1/tables/{name}/rows': 'tables write {name}',
  'GET /v1/wallet/invoices': 'wallet invoices',
  'POST /v1/wallet/topups/checkout': 'wallet top-up',
  'GET /v1/watch/{watch_id}': 'watches view {watch_id}',
  'POST /v1/watch/{watch_id}/refresh': 'watches refresh {watch_id}',
}

/** A route of this service in a text, with the body that it is to be called with; not one of a provider in quotes. */
const ROUTE = /(?<!['"\w])`?((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}.@+-]*[\w}])`?(?: and `(\{[^`]*\})`)?/g

/** A request at the end of a hint, whose body has the words of a command. */
const REQUEST = /POST \/v1\/(inspect|discover) (\{.*\})$/s

function wordsOf(body: string): string[] | null {
  const parsed: unknown = parsedOrNull(body)
  const values: unknown[] = typeof parsed === 'object' && parsed !== null ? Object.values(parsed) : []
  return values.length > 0 && values.every((value) => typeof value === 'string') ? values : null
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A text of the service with commands in place of the routes that it names. `cli` begins each command. */
export function inCommandWords(text: string, cli: string): string {
  const requested = REQUEST.exec(text)
  if (requested !== null) {
    const [written, name = '', body = ''] = requested
    const words = wordsOf(body)
    if (words !== null) return `${text.slice(0, -written.length)}${[cli, name, ...words.map(quoted)].join(' ')}`
  }
  return text.replace(ROUTE, (written, route: string, body?: string) => {
    const command = commandFor(route, body)
    return command === null ? written : `\`${cli} ${command}\``
  })
}

function commandFor(route: string, body: string | undefined): string | null {
  for (const [operation, command] of Object.entries(COMMAND_OF)) {
    const values = valuesIn(route, operation)
    if (values === null) continue
    if (command === null) return `api ${route}${body === undefined ? '' : ` -d '${body}'`}`
    return command.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `<${name}>`)
  }
  return null
}

/** The values of the placeholders; null: the route is of another operation. A text may name a placeholder itself. */
function valuesIn(route: string, operation: string): Readonly<Record<string, string>> | null {
  const [parts, names] = [route.split('/'), operation.split('/')]
  if (parts.length !== names.length) return null
  const values: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ''
    const placeholder = /^\{(\w+)\}$/.exec(name)?.[1]
    if (placeholder === undefined ? part !== name : part === '') return null
    if (placeholder !== undefined && !part.startsWith('{')) values[placeholder] = part
  }
  return values
}
