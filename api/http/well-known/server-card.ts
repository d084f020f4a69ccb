import { defineRoute, type Route } from '../../route/route.ts'
import { SERVER_CARD_PATH, SERVER_CARD_TYPE, ServerCard, serverCardOf } from '../../mcp/server-card.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'
import { READABLE_ANYWHERE } from './anywhere.ts'

/** Where the drafts before the extension looked; many clients and checkers still do. */
const FORMER_PATH = '/.well-known/mcp/server-card.json'

/** The card of the MCP endpoint at both of its places. */
export const serverCardRoutes = (publicUrl: () => string): Route[] => [
  serverCardAt(SERVER_CARD_PATH, { operationId: 'getMcpServerCard', contentType: SERVER_CARD_TYPE, publicUrl }),
  serverCardAt(FORMER_PATH, { operationId: 'getWellKnownMcpServerCard', contentType: 'application/json', publicUrl }),
]

interface Place {
  readonly operationId: string
  readonly contentType: string
  readonly publicUrl: () => string
}

const serverCardAt = (path: string, { operationId, contentType, publicUrl }: Place) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId,
    path,
    summary: 'MCP server card',
    responses: { 200: { description: 'The card.', contentType, schema: ServerCard } },
    handler: async ({ reply }) => reply(200, await serverCardOf(publicUrl()), READABLE_ANYWHERE),
  })
