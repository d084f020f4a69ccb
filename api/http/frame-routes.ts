import { readRecordedAnswers } from '../examples/recorded.ts'
import { buildOpenApi } from '../openapi/document.ts'
import type { Route } from '../route/route.ts'
import { listErrors } from './errors/list.ts'
import { getOpenApi } from './openapi/get.ts'
import { getReferenceRoutes } from './reference/routes.ts'

/**
 * The product's routes and those that the frame adds: the list of errors, the OpenAPI document and its reference page.
 * `publicUrl` is known only once the server listens; it is read when the document is built.
 */
export function withFrameRoutes(product: readonly Route[], publicUrl: () => string): Route[] {
  const routes: Route[] = [...product, listErrors(), ...getReferenceRoutes()]
  routes.push(
    getOpenApi({ document: () => buildOpenApi({ routes, publicUrl: publicUrl(), answers: readRecordedAnswers() }) }),
  )
  return routes
}
