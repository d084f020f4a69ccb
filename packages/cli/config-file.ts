import { configPath, parseStored, type StoredCredentials } from './config.ts'
import { UsageError } from './failures.ts'
import type { Machine } from './machine.ts'

export const configFileOf = ({ homeDir, env }: Machine): string =>
  configPath({ homeDir, xdgConfigHome: env['XDG_CONFIG_HOME'] })

/** null when there is none; throws a UsageError for a file that this program did not write. */
export const readConfigFile = (machine: Machine): Promise<StoredCredentials | null> =>
  readStored(machine, configFileOf(machine))

/** The file that `npm start` writes: below DATA_DIR, or `.data`, of this folder. */
export function localFileOf({ workingDir, env }: Machine): string {
  const dataDir = env['DATA_DIR']?.trim() || '.data'
  return `${dataDir.startsWith('/') ? '' : `${workingDir}/`}${dataDir.replace(/\/+$/, '')}/credentials.json`
}

export const readLocalFile = (machine: Machine): Promise<StoredCredentials | null> =>
  readStored(machine, localFileOf(machine))

async function readStored(machine: Machine, path: string): Promise<StoredCredentials | null> {
  const bytes = await machine.readFile(path)
  if (bytes === null) return null
  const stored = parseStored(new TextDecoder().decode(bytes))
  if (stored === null) throw new UsageError(`${path} is not the JSON that svc keeps there: correct or delete it.`)
  return stored
}

export const writeConfigFile = (machine: Machine, stored: StoredCredentials): Promise<void> =>
  machine.writePrivate(configFileOf(machine), `${JSON.stringify(stored, null, 2)}\n`)
