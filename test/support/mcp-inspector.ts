import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installedTool } from './installed-tool.ts'

const PROGRAM = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'

/**
 * The MCP inspector's command line mode, of the pinned version: 110 MB, installed into the cache when it is first
 * needed.
 */
export async function installInspector(): Promise<Inspector> {
  const target = await installedTool('mcp-inspector')
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
