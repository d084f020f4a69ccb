// PostgreSQL refuses to run as root, so a root user's server runs as another user.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** @typedef {{name: string, uid: number, gid: number}} UnixUser */

/**
 * The account that runs PostgreSQL when we are root, or null when we are not (then it runs as we do).
 * @returns {UnixUser | null}
 */
export function serverUser() {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account) return { name, uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has neither a user "postgres" nor "nobody". Run as another user.',
  )
}

/**
 * Whether the server's user can reach `path`: the kernel decides, because mode bits miss ACLs and mount options.
 * @param {UnixUser | null} user
 * @param {string} path
 */
export function reaches(user, path) {
  if (!user) return true
  const test = spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { uid: user.uid, gid: user.gid, cwd: '/' })
  return test.status === 0
}
