import { resolve } from 'node:path'
import { declaredRoutes, SAMPLE_URL } from '../api/http/declared-routes.ts'
import { buildOpenApi } from '../api/openapi/document.ts'
import { SERVICE_VERSION } from '../api/version.ts'
import { packPythonClient } from './clients/pack-python.ts'

/**
 * `npm run client:python -- [folder]`: generates the Python client from the routes and writes the wheel that `pip
 * install <file>` takes to the given folder or to DATA_DIR. Prints its path.
 */
const generator = process.env['CLIENT_GENERATOR']
if (!generator) throw new Error('CLIENT_GENERATOR is not set. "npm run client:python" prepares it first.')
const folder = resolve(process.argv[2] || process.env['DATA_DIR']?.trim() || '.data')
const document = buildOpenApi({ routes: declaredRoutes(), publicUrl: SAMPLE_URL })
console.log(await packPythonClient({ generator, document, version: SERVICE_VERSION, folder }))
