import Type from 'typebox'
import type { OpenApiDocument } from '../../openapi/document.ts'
import { defineRoute } from '../../route/route.ts'

/** The OpenAPI specification defines its shape; repeating that here would prove nothing. */
const Document = Type.Unsafe<OpenApiDocument>({ type: 'object', additionalProperties: true })

/** The OpenAPI document of all routes, this one included: it is built on first use, when all routes are known. */
export const getOpenApi = ({ document }: { readonly document: () => OpenApiDocument }) =>
  defineRoute({
    operationId: 'getOpenApi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'OpenAPI 3.1 document',
    description: 'The machine-readable form of `/api-reference`.',
    tags: ['Service'],
    spec: '9.4',
    access: 'public',
    etag: true,
    responses: { 200: { description: 'The document.', schema: Document } },
    errors: [],
    async handler({ reply }) {
      return reply(200, document())
    },
  })
