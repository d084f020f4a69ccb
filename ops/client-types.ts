import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declaredRoutes, SAMPLE_URL } from '../api/http/declared-routes.ts'
import { buildOpenApi } from '../api/openapi/document.ts'
import { clientTypes } from './clients/types.ts'

/**
 * `npm run client:types`: writes the client's types again after a change to a route or a schema. A test compares the
 * file with the routes.
 */
const path = fileURLToPath(new URL('../api/clients/sdk/operations.ts', import.meta.url))
writeFileSync(path, clientTypes(buildOpenApi({ routes: declaredRoutes(), publicUrl: SAMPLE_URL })))
console.log(path)
