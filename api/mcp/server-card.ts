import Type from 'typebox'
import { closed } from '../schemas/common.ts'
import { MCP_PATH } from './mount.ts'
import { SERVER_INFO } from './server-info.ts'

/** Where the extension of server cards reserves a place for the card: the endpoint's URL and this suffix. */
export const SERVER_CARD_PATH = `${MCP_PATH}/server-card`

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

/** The library's list has the revisions with an `initialize` request; this is the one without. */
const STATELESS_REVISION = '2026-07-28'

const Secret = closed({
  description: Type.String(),
  isRequired: Type.Boolean(),
  isSecret: Type.Boolean(),
  placeholder: Type.String(),
})

export const ServerCard = closed({
  $schema: Type.String(),
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  version: Type.String(),
  websiteUrl: Type.String(),
  remotes: Type.Array(
    closed({
      type: Type.Literal('streamable-http'),
      url: Type.String(),
      supportedProtocolVersions: Type.Array(Type.String()),
      headers: Type.Array(
        closed({
          name: Type.String(),
          description: Type.String(),
          isRequired: Type.Boolean(),
          isSecret: Type.Boolean(),
          value: Type.String(),
          variables: closed({ api_key: Secret }),
        }),
      ),
    }),
  ),
})

/**
 * What a client reads before it connects (SEP-2127, the extension of server cards): identity, transport and
 * credential. It lists no tools, because they are listed to the caller of a connection.
 */
export const serverCardOf = async (publicUrl: string): Promise<Type.Static<typeof ServerCard>> => ({
  $schema: SCHEMA,
  name: `${namespaceOf(publicUrl)}/${SERVER_INFO.name}`,
  title: SERVER_INFO.title,
  description: 'Find people, enrich companies and reach out over many providers, from one prepaid wallet.',
  version: SERVER_INFO.version,
  websiteUrl: `${publicUrl}/docs/agents`,
  remotes: [
    {
      type: 'streamable-http',
      url: `${publicUrl}${MCP_PATH}`,
      supportedProtocolVersions: [
        STATELESS_REVISION,
        ...(await import('@modelcontextprotocol/server')).SUPPORTED_PROTOCOL_VERSIONS,
      ],
      headers: [
        {
          name: 'Authorization',
          description: 'An API key. Without it the client signs in over OAuth 2.1, by the metadata of the 401.',
          isRequired: false,
          isSecret: true,
          value: 'Bearer {api_key}',
          variables: {
            api_key: {
              description: 'svc_test_… calls the sandbox, svc_live_… calls providers.',
              isRequired: true,
              isSecret: true,
              placeholder: 'svc_test_...',
            },
          },
        },
      ],
    },
  ],
})

/** `https://api.example.com` -> `com.example.api`: the name of a server begins with its host, from right to left. */
const namespaceOf = (publicUrl: string): string =>
  new URL(publicUrl).hostname
    .replaceAll(/[^a-zA-Z0-9.-]/g, '')
    .split('.')
    .toReversed()
    .join('.')
