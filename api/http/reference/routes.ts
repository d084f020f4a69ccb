import Type from 'typebox'
import { createAssets } from '../../dashboard/assets.ts'
import { REFERENCE_PATH } from '../../dashboard/paths.ts'
import { DOCS_HEADERS, TRYING_HEADERS } from '../../docs/frame.ts'
import { missingPage } from '../../docs/missing-page.ts'
import { readReference } from '../../docs/reference/operations.ts'
import { nounPage, operationPage, referenceIndex, type ReferenceParts, searchPage } from '../../docs/reference/pages.ts'
import { HTML } from '../../html/html.ts'
import { toolCalls } from '../../mcp/tools.ts'
import type { OpenApiDocument } from '../../openapi/document.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'

export interface ReferenceDeps {
  readonly document: () => OpenApiDocument
  readonly publicUrl: () => string
}

/** Longer than any search that a person types. */
const SEARCH_LENGTH_MAX = 100

/** The reference for people (decisions, "API reference"): a page for each noun and for each operation. */
export function getReferenceRoutes({ document, publicUrl }: ReferenceDeps): Route[] {
  let made: ReferenceParts | undefined
  const parts = (): ReferenceParts =>
    (made ??= {
      assets: createAssets(),
      reference: readReference(document()),
      publicUrl: publicUrl(),
      tools: toolCalls(),
    })
  return [showReference(parts), showOperation(parts)]
}

const showReference = (parts: () => ReferenceParts) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'getApiReference',
    path: REFERENCE_PATH,
    summary: 'Browse this API',
    query: Type.Object({ q: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
    responses: { 200: { description: 'The introduction, or the operations that fit a search.', ...HTML } },
    async handler({ query: { q }, reply }) {
      const words = typeof q === 'string' ? q.trim().slice(0, SEARCH_LENGTH_MAX) : ''
      return reply(200, words === '' ? referenceIndex(parts()) : searchPage(parts(), words), DOCS_HEADERS)
    },
  })

const showOperation = (parts: () => ReferenceParts) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'getApiReferenceOperation',
    path: `${REFERENCE_PATH}/{page}`,
    summary: 'Read about an operation or a noun',
    params: Type.Object({ page: Type.String() }, { additionalProperties: false }),
    responses: {
      200: { description: 'The page of the operation or the noun.', ...HTML },
      404: { description: 'There is no such page.', ...HTML },
    },
    async handler({ params, reply }) {
      const { reference, assets } = parts()
      const operation = reference.operations.find(({ id }) => id === params.page)
      if (operation !== undefined) return reply(200, operationPage(parts(), operation), TRYING_HEADERS)
      const page = nounPage(parts(), params.page)
      return page === null ? reply(404, missingPage(assets), DOCS_HEADERS) : reply(200, page, DOCS_HEADERS)
    },
  })
