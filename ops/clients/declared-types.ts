import { declaredRoutes, SAMPLE_URL } from '../../api/http/declared-routes.ts'
import { buildOpenApi } from '../../api/openapi/document.ts'
import { clientTypes } from './types.ts'

/** The client's types of the routes as they are declared. */
export const declaredTypes = (): string =>
  clientTypes(buildOpenApi({ routes: declaredRoutes(), publicUrl: SAMPLE_URL }))
