import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../../dev/setup/folders.mjs'
import { install } from '../../dev/setup/install.mjs'
import { run } from '../../dev/setup/run.mjs'

const TOOLS = fileURLToPath(new URL('../tools', import.meta.url))
const FILES = ['package.json', 'package-lock.json', '.npmrc']

/**
 * The folder of a tool of the tests (`test/tools/<name>`), in the versions of its lockfile: installed into the cache
 * when it is first needed.
 */
export async function installedTool(name: string): Promise<string> {
  const source = join(TOOLS, name)
  const version = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16)
  const target = join(cacheFolder(), `${name}-${version}`)
  await install(
    target,
    () => undefined,
    async (draft) => {
      for (const file of FILES) copyFileSync(join(source, file), join(draft, file))
      await run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], { cwd: draft })
    },
  )
  return target
}
