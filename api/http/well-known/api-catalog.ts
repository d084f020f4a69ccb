import Type from 'typebox'
import { MCP_PATH } from '../../mcp/mount.ts'
import { SERVER_CARD_PATH, SERVER_CARD_TYPE } from '../../mcp/server-card.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { API_CATALOG_PATH, LINKED, LINKSET_TYPE } from '../../service-links.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'
import { READABLE_ANYWHERE } from './anywhere.ts'

const Links = Type.Array(closed({ href: Type.String(), type: Type.String() }))

/** A linkset (RFC 9264) with the relations of RFC 8631. */
const ApiCatalog = closed({
  linkset: Type.Array(
    closed({
      anchor: Type.String(),
      'service-desc': Links,
      'service-doc': Links,
      'service-meta': Links,
      status: Links,
    }),
  ),
})

/** RFC 9727: the HTTP API and the MCP endpoint of this service, each with its documents. */
export const getApiCatalog = ({ publicUrl }: { readonly publicUrl: () => string }) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'getApiCatalog',
    path: API_CATALOG_PATH,
    summary: 'API catalog',
    responses: {
      200: {
        description: 'The catalog.',
        contentType: `${LINKSET_TYPE}; profile="https://www.rfc-editor.org/info/rfc9727"`,
        schema: ApiCatalog,
      },
    },
    handler: async ({ reply }) => reply(200, catalogOf(publicUrl()), { ...LINKED, ...READABLE_ANYWHERE }),
  })

function catalogOf(publicUrl: string): Type.Static<typeof ApiCatalog> {
  const link = (path: string, type: string) => ({ href: `${publicUrl}${path}`, type })
  const status = [link('/readyz', 'application/json')]
  const prices = link('/pricing.md', 'text/markdown')
  const access = link('/auth.md', 'text/markdown')
  return {
    linkset: [
      {
        anchor: `${publicUrl}/v1`,
        'service-desc': [link('/openapi.json', 'application/json')],
        'service-doc': [
          link('/docs', 'text/html'),
          link('/api-reference', 'text/html'),
          link('/llms.txt', 'text/plain'),
        ],
        'service-meta': [
          prices,
          access,
          link('/.well-known/oauth-protected-resource', 'application/json'),
          link('/.well-known/agent-skills/index.json', 'application/json'),
          link('/.well-known/agent-feedback', 'application/json'),
        ],
        status,
      },
      {
        anchor: `${publicUrl}${MCP_PATH}`,
        'service-desc': [link(SERVER_CARD_PATH, SERVER_CARD_TYPE)],
        'service-doc': [link('/docs/agents', 'text/html')],
        'service-meta': [prices, access, link('/.well-known/oauth-protected-resource/mcp', 'application/json')],
        status,
      },
    ],
  }
}
