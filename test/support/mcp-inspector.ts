import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../../ops/setup/folders.mjs'
import { install } from '../../ops/setup/install.mjs'
import { run } from '../../ops/setup/run.mjs'

const SOURCE = fileURLToPath(new URL('../tools/mcp-inspector', import.meta.url))
const FILES = ['package.json', 'package-lock.json', '.npmrc']
const PROGRAM = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'

/**
 * The MCP inspector's command line mode, of the pinned version: 110 MB, installed into the cache when it is first
 * needed.
 */
export async function installInspector(): Promise<Inspector> {
  const version = createHash('sha256')
    .update(readFileSync(join(SOURCE, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16)
  const target = join(cacheFolder(), `mcp-inspector-${version}`)
  await install(
    target,
    () => undefined,
    async (draft) => {
      for (const file of FILES) copyFileSync(join(SOURCE, file), join(draft, file))
      await run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], { cwd: draft })
    },
  )
  // It keeps what it learns of servers in its user's home.
  const home = mkdtempSync(join(tmpdir(), 'mcp-inspector-'))
  return {
    ask: (args) =>
      new Promise((resolve) => {
        const options = { env: { ...process.env, HOME: home, NODE_OPTIONS: '' }, timeout: ASK_MS_MAX }
        execFile(
          process.execPath,
          [join(target, PROGRAM), '--cli', ...args, '--format', 'json'],
          options,
          (error, stdout, stderr) => {
            resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr })
          },
        )
      }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** A second alone, times what else the machine does. */
const ASK_MS_MAX = 60_000

export interface Inspector {
  ask(args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>
  remove(): void
}
