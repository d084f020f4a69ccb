import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declaredRoutes, SAMPLE_URL } from '../api/declared-routes.ts'
import { buildOpenApi } from '../api/openapi.ts'
import { clientTypes } from './clients/types.ts'

/** `npm run client:types`: writes the types of the client anew, after a route or a schema has changed. A test holds the file to the routes. */
const path = fileURLToPath(new URL('../api/clients/sdk/operations.ts', import.meta.url))
writeFileSync(path, clientTypes(buildOpenApi({ routes: declaredRoutes(), publicUrl: SAMPLE_URL })))
console.log(path)
