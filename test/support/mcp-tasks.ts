import {
  type ApplicationElicitResult,
  createApplicationInputHandler,
  createTaskSessionFromClient,
  type RawClientDispatch,
  type TaskEnabledSession,
  toolDeclarationFromMcpTool,
} from '@modelcontextprotocol/ext-tasks/client'
import { toJsonValue } from '@modelcontextprotocol/ext-tasks/core'
import { at } from './http.ts'
import { connectMcp, type Revision } from './mcp.ts'
import { type McpSender, OPENS_URLS, sendMcp, TAKES_TASKS } from './mcp-messages.ts'

export interface TaskClient {
  readonly session: TaskEnabledSession
  close(): Promise<void>
}

export interface TaskClientOptions {
  readonly revision: Revision
  /** Takes a page to the person, which the client declares with it. */
  readonly opensUrl?: (url: string) => ApplicationElicitResult | Promise<ApplicationElicitResult>
}

const CLIENT_INFO = { name: 'test-client', version: '1.0.0' }

/** The official client of tasks, on the official client. */
export async function connectTasks(
  url: string,
  token: string,
  { revision, opensUrl }: TaskClientOptions,
): Promise<TaskClient> {
  const client = await connectMcp(url, token, { revision })
  const { tools } = await client.listTools()
  const declarations = new Map(tools.map((tool) => [tool.name, toolDeclarationFromMcpTool(tool)]))
  const capabilities = { ...TAKES_TASKS, ...(opensUrl === undefined ? {} : OPENS_URLS) }
  const headers = { Authorization: `Bearer ${token}` }
  const options = {
    endpointId: url,
    tools: { currentTool: (name: string) => declarations.get(name) },
    ...(opensUrl === undefined ? {} : { onInputRequest: openedBy(opensUrl) }),
  }
  const session =
    revision === '2025-11-25'
      ? createTaskSessionFromClient(client, options)
      : createTaskSessionFromClient(client, {
          ...options,
          v2RequestFraming: { protocolVersion: revision, clientInfo: CLIENT_INFO, clientCapabilities: capabilities },
          rawDispatch: dispatchTo({ url, headers, revision, capabilities }),
        })
  return {
    session,
    async close() {
      await session.close()
      await client.close()
    },
  }
}

const openedBy = (opensUrl: NonNullable<TaskClientOptions['opensUrl']>) =>
  createApplicationInputHandler({
    elicitation: ({ params }) => opensUrl(String(params['url'])),
    sampling: () => {
      throw new Error('the service samples nothing')
    },
    roots: () => ({ roots: [] }),
  })

/** The official client of this revision reads no result that is a task, so its messages go past it. */
const dispatchTo =
  (sender: McpSender): RawClientDispatch =>
  async (request) => {
    const answer = await sendMcp(sender, String(at(request, 'method')), Object(at(request, 'params')))
    const error = answer.at('error')
    if (error === undefined) return { kind: 'result', result: toJsonValue(answer.at('result')) }
    return { kind: 'error', error: { code: Number(at(error, 'code')), message: String(at(error, 'message')) } }
  }
