import type { Environment } from '../../../../domain/runs/states.ts'
import type { Json } from '../../../../domain/json/json.ts'
import { indentedJson } from '../../../html/code.ts'

/** How one MCP client is connected. */
export interface Snippet {
  readonly client: string
  /** Where the text belongs. */
  readonly place: string
  readonly text: string
}

/** In place of a key; the script writes a sandbox key that was just shown there. */
const KEYS: Readonly<Record<Environment, string>> = { live: 'svc_live_...', test: 'svc_test_...' }

/** The bridge for clients that only start programs, in the version that our test starts. */
const BRIDGE = 'mcp-remote@0.15.1'

const NAME = 'routed-data'

/** The endpoint for each client, with a key of the environment. */
export function snippetsFor(publicUrl: string, environment: Environment): Snippet[] {
  const url = `${publicUrl}/mcp`
  const authorization = `Bearer ${KEYS[environment]}`
  const server = { type: 'http', url, headers: { Authorization: authorization } }
  const bridged = {
    command: 'npx',
    // A space within an argument is lost in some clients, so the header's value is a variable.
    args: ['-y', BRIDGE, url, '--header', 'Authorization:${AUTHORIZATION}'],
    env: { AUTHORIZATION: authorization },
  }
  return [
    {
      client: 'Claude Code',
      place: 'In a shell',
      text: `claude mcp add --transport http ${NAME} ${url} \\\n  --header "Authorization: ${authorization}"`,
    },
    { client: 'Claude Desktop', place: 'claude_desktop_config.json', text: fileOf('mcpServers', bridged) },
    { client: 'Cursor', place: '.cursor/mcp.json', text: fileOf('mcpServers', server) },
    { client: 'VS Code', place: '.vscode/mcp.json', text: fileOf('servers', server) },
    {
      client: 'Any client that starts programs',
      place: 'The program that it starts',
      text: `npx -y ${BRIDGE} ${url} --header "Authorization: ${authorization}"`,
    },
  ]
}

const fileOf = (member: string, server: Json): string => indentedJson({ [member]: { [NAME]: server } })
