import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, launch } from 'puppeteer-core'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'] as const
/** A cold start reads 300 MB from the disk; on a busy machine that takes half a minute. */
const START_MS_MAX = 120_000

/** The advice where `findChromium` returns null. */
export const NO_CHROMIUM = `no browser was found: ${COMMANDS.join(', ')} on the PATH, or its path in CHROMIUM (Debian: apt-get install chromium)`

/** The path of a Chromium on this machine, `CHROMIUM` first; null where there is none. */
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
 * Starts a headless Chromium with its own temporary profile, which is removed when it is closed. It reaches only this
 * machine, and ends with us because it is controlled through a pipe. If it dies at its start, it is started once more,
 * and `log` gets a line.
 */
export async function startChromium(executablePath: string, log: (text: string) => void): Promise<Browser> {
  const start = (): Promise<Browser> =>
    launch({
      executablePath,
      headless: true,
      pipe: true,
      timeout: START_MS_MAX,
      protocolTimeout: START_MS_MAX,
      args: [
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE ::1',
        // Containers have little shared memory and no graphics.
        '--disable-dev-shm-usage',
        '--disable-gpu',
        // Its sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    })
  try {
    return await start()
  } catch (error) {
    log(
      `Chromium died at its start and is started once more: ${error instanceof Error ? error.message : String(error)}`,
    )
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
