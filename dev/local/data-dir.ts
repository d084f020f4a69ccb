import { resolve } from 'node:path'

/** The folder of a local service: DATA_DIR, or `.data` of the current folder. */
export const dataDirOf = (env: NodeJS.ProcessEnv): string => resolve(env['DATA_DIR']?.trim() || '.data')
