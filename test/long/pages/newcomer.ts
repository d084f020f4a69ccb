import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../dev/local/ports.ts'
import { at } from '../../support/http.ts'
import { type LongCommand, type Shell, runInTerminal } from './terminal.ts'

const CLONE = fileURLToPath(new URL('../../../', import.meta.url))
/** What a clone does not have. The packages are those of this checkout, which an installation would only make again. */
const MADE = new Set(['.data', '.git', 'coverage', 'node_modules'])
/** This machine's own environment, without the tests' variables and the service's settings. */
const KEPT = [
  'HOME',
  'USER',
  'LANG',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'CACHE_DIR',
  'POSTGRES_BINARIES',
  'POSTGRES_TOOLS',
  'TEMPORAL_EXECUTABLE',
  'TEMPORAL_TEST_SERVER',
  'npm_config_cache',
]
const RECEIVER_PORT = 8787
/** A first start initialises a database; a busy machine may take a minute. */
const START_SECONDS = 180

/** A machine on which a person has just cloned the project. */
export interface Newcomer extends Shell {
  /** The variables of its terminals; a test may add to them. */
  readonly env: Record<string, string>
  /** Types the command that starts the service, after Ctrl-C where one runs; returns its output once it is ready. */
  start(before: readonly string[], command: string): Promise<string>
  /** A command as it is typed here: the README's port for a receiver may be taken. */
  typed(command: string): string
  /** One member of the file that a start writes. */
  credential(name: string): string
  /** The same of the file in which it notes its servers. */
  server(name: string): string
  /** Ends the service, and deletes everything; returns its exit status. */
  leave(): Promise<number | null>
}

/** A clone in a separate folder. `settings`: the URLs of outside services, which a test may not call. */
export async function arrive(settings: Readonly<Record<string, string>>): Promise<Newcomer> {
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
  // PostgreSQL's own user needs access.
  chmodSync(folder, 0o755)
  const home = join(folder, '.home')
  mkdirSync(home)
  for (const name of readdirSync(CLONE).filter((one) => !MADE.has(one)))
    cpSync(join(CLONE, name), join(folder, name), { recursive: true })
  symlinkSync(join(CLONE, 'node_modules'), join(folder, 'node_modules'))
  const env = {
    ...Object.fromEntries(KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    PATH: ownPath(),
    XDG_CONFIG_HOME: home,
    PORT: String(await freePort(0)),
    METRICS_PORT: String(await freePort(0)),
    ...settings,
  }
  const receiverPort = String(await freePort(RECEIVER_PORT))
  let service: LongCommand | null = null

  return {
    folder,
    env,
    async start(before, command) {
      await service?.interrupt()
      service = runInTerminal({ folder, env }, before, command)
      const early = service.ended.then((code) => {
        throw new Error(`${command} ended with ${code}:\n${service?.output()}`)
      })
      return Promise.race([service.prints(/Ctrl-C stops everything/, START_SECONDS), early])
    },
    typed: (command) => command.replaceAll(String(RECEIVER_PORT), receiverPort),
    credential: (name) => String(at(JSON.parse(readFileSync(join(folder, '.data/credentials.json'), 'utf8')), name)),
    server: (name) => String(at(JSON.parse(readFileSync(join(folder, '.data/servers.json'), 'utf8')), name)),
    async leave() {
      try {
        return service === null ? null : await service.interrupt()
      } finally {
        removeData(folder)
      }
    },
  }
}

/** The PATH of this machine's shells: npm has put this project's own commands in front of it. */
function ownPath(): string {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((one) => !/node_modules|node-gyp-bin/.test(one))
    .join(delimiter)
}

/** Where PostgreSQL's user could not reach them, its data is elsewhere, and a file names the place. */
function removeData(folder: string): void {
  const note = join(folder, '.data/postgres/LOCATION')
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
