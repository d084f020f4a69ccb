// Only one program at a time may run a server on a given folder. The claim names the program and the server that it
// started.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { processIdentity, stopForeignProcess } from './process.ts'

type Record = { owner: string; server: string | null }

export type Claim = {
  /** Records the server's process, so that a later start finds it if we are killed. */
  serverStarted(pid: number): void
  release(): void
}

type ClaimOptions = {
  file: string
  /** The claimed thing, for the message: "PostgreSQL in /…". */
  what: string
  stopSignal: NodeJS.Signals
  log: (line: string) => void
}

/** Claims `file`. Throws when a live program holds it; stops the server that a dead one left behind. */
export async function claim(options: ClaimOptions): Promise<Claim> {
  const me = processIdentity(process.pid) ?? `${process.pid}@unknown`
  // Two rounds: the first may find a dead program's claim and remove it.
  for (let round = 0; round < 2; round += 1) {
    try {
      writeFileSync(options.file, JSON.stringify({ owner: me, server: null }), { flag: 'wx' })
      return held(options.file, me)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    await clearDead(options)
  }
  throw new Error(`${options.what} was claimed by another program at the same moment. Start again.`)
}

function held(file: string, owner: string): Claim {
  return {
    serverStarted(pid) {
      writeFileSync(file, JSON.stringify({ owner, server: processIdentity(pid) }))
    },
    release() {
      if (readClaim(file)?.owner === owner) rmSync(file, { force: true })
    },
  }
}

async function clearDead(options: ClaimOptions): Promise<void> {
  const found = readClaim(options.file)
  if (found && lives(found.owner)) {
    throw new Error(
      `${options.what} is in use by process ${pidOf(found.owner)}. Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  if (found?.server && lives(found.server)) {
    options.log(`stopping a server that an earlier start left behind (process ${pidOf(found.server)})`)
    await stopForeignProcess(pidOf(found.server), options.stopSignal, 20_000)
  }
  rmSync(options.file, { force: true })
}

function readClaim(file: string): Record | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record
  } catch {
    // Missing, or cut short by a crash while it was written: no program holds it.
    return null
  }
}

const pidOf = (identity: string) => Number(identity.split('@')[0])
const lives = (identity: string) => processIdentity(pidOf(identity)) === identity
