// PgBouncer of this machine: `npm run cluster -- --pooled 10` needs it, and states it before anything is built.
import { spawnSync } from 'node:child_process'

/** The advice where `findPgBouncer` returns null. */
export const NO_PGBOUNCER =
  'no PgBouncer was found: pgbouncer on the PATH, or its path in PGBOUNCER (Debian: apt-get install pgbouncer)'

/**
 * `PGBOUNCER` first; null where there is none. From 1.21 on it follows named statements.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{executable: string, followsNames: boolean} | null}
 */
export function findPgBouncer(env) {
  const executable = env.PGBOUNCER || 'pgbouncer'
  const output = spawnSync(executable, ['--version'], { env }).stdout?.toString() ?? ''
  const [, minor] = /PgBouncer 1\.(\d+)/.exec(output) ?? []
  return minor === undefined ? null : { executable, followsNames: Number(minor) >= 21 }
}

/**
 * Throws where the arguments need a PgBouncer that this machine does not have.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function requirePgBouncer(args, env) {
  const isPooled = args.some((arg) => arg === '--pooled' || arg.startsWith('--pooled='))
  if (isPooled && findPgBouncer(env) === null) throw new Error(`--pooled needs PgBouncer: ${NO_PGBOUNCER}.`)
}
