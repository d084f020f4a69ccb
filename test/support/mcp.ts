import {
  type CallToolResult,
  Client,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { at } from './http.ts'

/** The revisions of the protocol that the official client speaks with us. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

export interface McpOptions {
  readonly revision?: Revision
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: FetchLike
  /** Of the endpoint, with its query. */
  readonly path?: string
}

/** The official client, connected to a service with a credential; close it. */
export async function connectMcp(
  url: string,
  token: string,
  { revision = '2026-07-28', headers = {}, fetch, path = '/mcp' }: McpOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(path, url), {
    requestInit: { headers: { Authorization: `Bearer ${token}`, ...headers } },
    ...(fetch === undefined ? {} : { fetch }),
  })
  await client.connect(transport)
  return client
}

/** What the official client keeps of its tokens, and where it would send a person's browser. */
export class KeptTokens implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:7777/callback'
  readonly clientMetadata = {
    client_name: 'An MCP client',
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  }
  /** The URL of its document, by which it is known without a registration. */
  readonly clientMetadataUrl?: string
  /** The page on which a person consents. */
  page: URL | null = null
  #client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #found: OAuthDiscoveryState | undefined
  #verifier = ''

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client
  }
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#found
  }
  saveDiscoveryState(found: OAuthDiscoveryState): void {
    this.#found = found
  }
  redirectToAuthorization(page: URL): void {
    this.page = page
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  codeVerifier(): string {
    return this.#verifier
  }
}

/** A tool's answer, as tests look into it. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly body: unknown
  readonly result: CallToolResult
  at(...path: string[]): unknown
}

/** Calls a tool. Rejects for what is no call of a tool, such as an unknown name. */
export async function callTool(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: { ...args } })
  return {
    isError: result.isError === true,
    body: result.structuredContent,
    result,
    at: (...path) => at(result.structuredContent, ...path),
  }
}

/**
 * What a model reads of an answer, in characters. A client shows it the text or the structured content, so the larger
 * one counts.
 */
export const charsRead = ({ content, structuredContent }: Pick<CallToolResult, 'content' | 'structuredContent'>) =>
  Math.max(
    JSON.stringify(content).length,
    structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length,
  )

/** The same in tokens, by a usual estimate. */
export const tokensRead = (result: CallToolResult): number => Math.ceil(charsRead(result) / 4)

/** The text of an answer. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')
