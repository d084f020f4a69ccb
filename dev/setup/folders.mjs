// Where executables and data live outside the working tree, so that a fresh clone starts in seconds.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const PRODUCT = 'routed-data-service'

/** Executables: the user's cache folder, or CACHE_DIR. */
export function cacheFolder() {
  const folder = process.env.CACHE_DIR || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), PRODUCT)
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * A folder that every user can pass through, for files that PostgreSQL's own user must reach: root's home is often
 * closed. Its name can be guessed and its parent is open to all, so a folder that another user owns or may write is
 * refused.
 * @param {string} name
 */
export function sharedFolder(name) {
  const uid = process.getuid?.() ?? 0
  const root = join('/var/tmp', `${PRODUCT}-${uid}`)
  mkdirSync(root, { recursive: true, mode: 0o755 })
  const found = lstatSync(root)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(`${root} belongs to another user or is writable by others. Remove it and start again.`)
  }
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  // Whatever the umask made of them.
  for (const each of [root, folder]) chmodSync(each, 0o755)
  return folder
}
