import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFolder } from '../../../dev/setup/folders.mjs'
import { serverUser } from '../../../dev/setup/user.mjs'

/** A separate disk for the write-ahead log, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string
  fill(): void
  free(): void
  remove(): void
}

const SIZE_MB = 256
const PIECE = Buffer.alloc(1_048_576)
const PIECES_MAX = 2 * SIZE_MB

/** Why this machine allows none, where it does not. */
export function makeSmallDisk(): SmallDisk | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a small disk is mounted by root on Linux'
  const folder = mkdtempSync(join(sharedFolder('tests'), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    return `no small disk could be mounted: ${error instanceof Error ? error.message.trim() : String(error)}`
  }
  const user = serverUser()
  if (user !== null) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w')
      try {
        for (let piece = 0; piece < PIECES_MAX; piece += 1) {
          const free = Math.min(PIECE.length, Number(statfsSync(folder).bavail) * Number(statfsSync(folder).bsize))
          if (free === 0) return
          writeSync(file, PIECE, 0, free)
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
