import { at, httpClient } from './http.ts'
import type { Revision } from './mcp.ts'

/** The capabilities of a client that takes tasks, and of one that opens pages for its person. */
export const TAKES_TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
export const OPENS_URLS = { elicitation: { url: {} } }

export interface McpSender {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly revision?: Revision
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** An answer to a message: its `result` or its `error`. */
export interface McpMessage {
  readonly status: number
  readonly message: unknown
  at(...path: string[]): unknown
}

const PREFIX = 'io.modelcontextprotocol/'

/** One message as it is sent: the official client refuses to send some, and reads no result that is a task. */
export async function sendMcp(
  { url, headers, revision = '2026-07-28', capabilities = {} }: McpSender,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<McpMessage> {
  const meta = {
    [`${PREFIX}protocolVersion`]: revision,
    [`${PREFIX}clientInfo`]: { name: 'test-client', version: '1.0.0' },
    [`${PREFIX}clientCapabilities`]: capabilities,
  }
  const name = params['name'] ?? params['taskId']
  const answer = await httpClient(url).post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params: revision === '2025-11-25' ? params : { ...params, _meta: meta } },
    {
      ...headers,
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    },
  )
  const [, data] = /^data: (.*)$/m.exec(answer.text) ?? []
  const message: unknown = data === undefined ? answer.body : JSON.parse(data)
  return { status: answer.status, message, at: (...path) => at(message, ...path) }
}
