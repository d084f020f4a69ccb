import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, launch } from 'puppeteer-core'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'] as const
/** A cold start reads 300 MB from the disk; on a busy machine that takes half a minute. */
const START_MS_MAX = 120_000

/** What to do where `findChromium` answers null. */
export const NO_CHROMIUM = `no browser was found: ${COMMANDS.join(', ')} on the PATH, or its path in CHROMIUM (Debian: apt-get install chromium)`

/** The path of a Chromium of this machine, `CHROMIUM` first; null where there is none. */
export function findChromium(env: NodeJS.ProcessEnv): string | null {
  const given = env['CHROMIUM']
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM is ${given}, which does not exist.`)
    return given
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable) ?? null
}

/**
 * Starts a headless Chromium with a profile of its own in a temporary place, which goes when it is closed. It reaches this machine
 * alone, and ends with us: it is led through a pipe. One that dies at its start is started once more, and `log` is told.
 */
export async function startChromium(executablePath: string, log: (text: string) => void): Promise<Browser> {
  const start = (): Promise<Browser> => launch({
    executablePath, headless: true, pipe: true, timeout: START_MS_MAX, protocolTimeout: START_MS_MAX,
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE ::1',
      // Containers give shared memory a few megabytes, and have no graphics.
      '--disable-dev-shm-usage', '--disable-gpu',
      // Its sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    return await start()
  } catch (error) {
    log(`Chromium died at its start and is started once more: ${error instanceof Error ? error.message : String(error)}`)
    return start()
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
