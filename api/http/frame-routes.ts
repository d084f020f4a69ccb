import type { Published } from '../../domain/settings/operator-pages.ts'
import { readRecordedAnswers } from '../examples/recorded.ts'
import { buildOpenApi, type OpenApiDocument } from '../openapi/document.ts'
import type { Route } from '../route/route.ts'
import { listErrors } from './errors/list.ts'
import { getOpenApi } from './openapi/get.ts'
import { getReferenceRoutes } from './reference/routes.ts'

/**
 * The product's routes and those that the frame adds: the list of errors, the OpenAPI document and its reference page.
 * `publicUrl` is known only once the server listens; it is read when the document is built. `terms`: the operator's.
 */
export function withFrameRoutes(
  product: readonly Route[],
  publicUrl: () => string,
  terms: Published | null = null,
): Route[] {
  let made: OpenApiDocument | undefined
  const document = (): OpenApiDocument =>
    (made ??= buildOpenApi({
      routes,
      publicUrl: publicUrl(),
      answers: readRecordedAnswers(),
      termsUrl: terms === null ? null : 'url' in terms ? terms.url : `${publicUrl()}/terms`,
    }))
  const routes: Route[] = [
    ...product,
    listErrors(),
    ...getReferenceRoutes({ document, publicUrl }),
    getOpenApi({ document }),
  ]
  return routes
}
