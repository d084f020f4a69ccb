// Other engines for durable work, from their own packages: `npm run bench -- --only peers` compares with them. They are
// no dependencies of this project, and nothing else uses them.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { install } from './install.mjs'
import { run } from './run.mjs'

export const PEER_VERSIONS = {
  '@dbos-inc/dbos-sdk': '5.3.0',
  '@restatedev/restate-sdk': '1.17.2',
  '@restatedev/restate-server': '1.7.12',
}

/**
 * @param {(text: string) => void} progress
 * @returns {Promise<{folder: string, restateServer: string | null}>} null: Restate has no program for this system
 */
export async function peerPackages(progress) {
  const folder = join(cacheFolder(), `peers-${Object.values(PEER_VERSIONS).join('-')}`)
  await install(folder, progress, async (draft) => {
    progress('fetching the packages of other engines, once')
    writeFileSync(join(draft, 'package.json'), JSON.stringify({ private: true, dependencies: PEER_VERSIONS }))
    // Without scripts: one of them reports the installation.
    await run('npm', ['install', '--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund'])
  })
  const program = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
  const restateServer = join(folder, 'node_modules', program)
  return { folder, restateServer: existsSync(restateServer) ? restateServer : null }
}
