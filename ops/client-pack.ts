import { resolve } from 'node:path'
import { packClients } from './clients/pack.ts'

/**
 * `npm run client:pack -- [folder]`: writes the tarballs of the typed client and of `svc`, which `npm install <file>`
 * takes, to the given folder or to DATA_DIR. Prints their paths.
 */
const folder = process.argv[2] ?? process.env['DATA_DIR']?.trim()
console.log((await packClients(resolve(folder || '.data'))).join('\n'))
