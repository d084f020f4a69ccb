import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { refreshTypes } from './refresh.ts'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PACKAGES = join(ROOT, 'packages')

/**
 * Packs the typed client and the command line as npm would publish them: plain JavaScript, the client with its
 * declarations. The package of the command line holds those that it depends on, so it installs from its file alone
 * (decisions, "packages of the clients"). Returns the paths of the tarballs in `folder`, which is created if it is
 * missing. Uses no network.
 */
export async function packClients(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  await refreshTypes()
  const stage = mkdtempSync(join(tmpdir(), 'client-pack-'))
  try {
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', PACKAGES, '--outDir', stage])
    nameOutputs(stage)
    const client = await packStaged('client', stage, folder)
    const bundled = join(stage, 'cli/node_modules')
    cpSync(join(stage, 'client'), join(bundled, 'routed-data-client'), { recursive: true })
    cpSync(join(ROOT, 'node_modules/commander'), join(bundled, 'commander'), { recursive: true })
    return [client, await packStaged('cli', stage, folder)]
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Packs one package from its compiled files. */
async function packStaged(name: string, stage: string, folder: string): Promise<string> {
  const cwd = join(stage, name)
  const {
    private: _,
    publishConfig,
    ...manifest
  } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
  const bundleDependencies = Object.keys(manifest.dependencies ?? {})
  writeFileSync(
    join(cwd, 'package.json'),
    JSON.stringify({ ...manifest, ...publishConfig, bundleDependencies }, null, 2),
  )
  copyFileSync(join(PACKAGES, 'LICENSE'), join(cwd, 'LICENSE'))
  copyFileSync(join(PACKAGES, name, 'README.md'), join(cwd, 'README.md'))
  const answer = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd })
  return join(folder, fileNameOf(answer))
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
