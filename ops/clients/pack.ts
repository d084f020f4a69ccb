import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { refreshTypes } from './refresh.ts'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CLIENTS = join(ROOT, 'api/clients')

/**
 * Packs the typed client and the command line as npm would publish them: plain JavaScript with its declarations.
 * Returns the path of the tarball in `folder`, which is created if it is missing. Uses no network.
 */
export async function packClients(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  await refreshTypes()
  const stage = mkdtempSync(join(tmpdir(), 'client-pack-'))
  try {
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', CLIENTS, '--outDir', stage])
    nameOutputs(stage)
    for (const name of ['package.json', 'LICENSE']) copyFileSync(join(CLIENTS, name), join(stage, name))
    copyFileSync(join(CLIENTS, 'sdk/README.md'), join(stage, 'README.md'))
    return join(
      folder,
      fileNameOf(
        await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: stage }),
      ),
    )
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** A program's output; the compiler reports its errors there. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd = ROOT, env = process.env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    return (await execute(command, args, { cwd, env })).stdout
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) error.message += `\n${String(error.stdout)}`
    throw error
  }
}

/** In declarations the compiler keeps `./client.ts`, which older compilers of our users do not understand. */
function nameOutputs(stage: string): void {
  for (const name of readdirSync(stage, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.d.ts'))) {
    const path = join(stage, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from ')(\.[^']+)\.ts'/g, "$1$2.js'"))
  }
}

/** npm returns a list of what it has packed. */
function fileNameOf(answer: string): string {
  const found = /"filename":\s*"([^"]+)"/.exec(answer)?.[1]
  if (found === undefined) throw new Error(`npm pack has named no file: ${answer}`)
  return found
}
