import Type from 'typebox'
import { SERVER_CARD_PATH, SERVER_CARD_TYPE } from '../../mcp/server-card.ts'
import { SERVER_INFO } from '../../mcp/server-info.ts'
import { type Skill, skillPath } from '../../docs/skills.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'
import { READABLE_ANYWHERE } from './anywhere.ts'

const AiCatalog = closed({
  specVersion: Type.Literal('0.9'),
  host: closed({ displayName: Type.String(), documentationUrl: Type.String() }),
  entries: Type.Array(
    closed({
      identifier: Type.String(),
      displayName: Type.String(),
      description: Type.Optional(Type.String()),
      type: Type.String(),
      url: Type.String(),
    }),
  ),
})

/** How AI Catalog 0.9 marks a skill in one Markdown file. */
const SKILL_TYPE = 'text/markdown; profile="urn:air:agent-skills"'

export interface AiCatalogDeps {
  readonly publicUrl: () => string
  readonly skills: () => readonly Skill[]
}

/**
 * AI Catalog 0.9, by which a client finds the MCP server cards of a domain. Each entry leads to the document that
 * describes it.
 */
export const getAiCatalog = ({ publicUrl, skills }: AiCatalogDeps) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'getAiCatalog',
    path: '/.well-known/ai-catalog.json',
    summary: 'AI catalog',
    responses: {
      200: { description: 'The catalog.', contentType: 'application/ai-catalog+json', schema: AiCatalog },
    },
    handler: async ({ reply }) => reply(200, catalogOf(publicUrl(), skills()), READABLE_ANYWHERE),
  })

function catalogOf(publicUrl: string, skills: readonly Skill[]): Type.Static<typeof AiCatalog> {
  const identifier = (name: string, kind: string): string => `urn:air:${new URL(publicUrl).hostname}:${name}:${kind}`
  return {
    specVersion: '0.9',
    host: { displayName: SERVER_INFO.title, documentationUrl: `${publicUrl}/docs` },
    entries: [
      {
        identifier: identifier(SERVER_INFO.name, 'mcp'),
        displayName: SERVER_INFO.title,
        type: SERVER_CARD_TYPE,
        url: `${publicUrl}${SERVER_CARD_PATH}`,
      },
      ...skills.map(({ name, title, description }) => ({
        identifier: identifier(name, 'skill'),
        displayName: title,
        description,
        type: SKILL_TYPE,
        url: `${publicUrl}${skillPath(name)}`,
      })),
    ],
  }
}
