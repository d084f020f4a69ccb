import { resolve } from 'node:path'
import { packClients } from './clients/pack.ts'

/** `npm run client:pack -- [folder]`: the tarball that `npm install <file>` takes, in the folder given or in DATA_DIR. Prints its path. */
const folder = process.argv[2] ?? process.env['DATA_DIR']?.trim()
console.log(await packClients(resolve(folder || '.data')))
