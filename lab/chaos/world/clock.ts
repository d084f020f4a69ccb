import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The wall clock of one process, which can be set while it runs. */
export interface MovableClock {
  /** The environment for the start of the process. */
  readonly env: Readonly<Record<string, string>>
  /** This many seconds before or behind the machine's clock, within a second. */
  move(seconds: number): void
  remove(): void
}

const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
]

/** The file that LIBFAKETIME names, or else that of Debian's package libfaketime; null: there is none. */
export function libfaketime(env: NodeJS.ProcessEnv): string | null {
  const named = env['LIBFAKETIME'] ?? ''
  return (named === '' ? LIBRARIES : [named]).find((file) => existsSync(file)) ?? null
}

export function movableClock(library: string): MovableClock {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-clock-'))
  const file = join(folder, 'offset')
  const move = (seconds: number): void => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
  move(0)
  return {
    // The monotonic clock stays true, as on a machine whose wall clock is set.
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    move,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
