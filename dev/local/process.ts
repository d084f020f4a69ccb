// A server process that never outlives the program that started it; if it does, a later start recognises it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type ServerProcess = {
  pid: number
  /** Resolves when the process has ended, for whatever reason. */
  exited: Promise<void>
  running(): boolean
  /** Sends `signal`, waits `grace_ms`, then kills; resolves once the process is gone. */
  stop(signal: NodeJS.Signals, grace_ms: number): Promise<void>
}

type Command = {
  file: string
  args: string[]
  logFile: string
  guardSignal: 'INT' | 'TERM'
  uid?: number
  gid?: number
  /**
   * A folder that the guard removes with the server when we die; otherwise the code that stops the server removes it.
   */
  scratch?: string | null
}

/**
 * Starts a server in a separate session, so that a Ctrl-C in the terminal reaches the program and not its server: the
 * program stops the server after it has drained. Output goes to `logFile`.
 */
export async function spawnServer(command: Command): Promise<ServerProcess> {
  const log = openSync(command.logFile, 'a')
  const child = spawn(command.file, command.args, {
    detached: true,
    // The working folder may be closed to the server's user.
    cwd: '/',
    stdio: ['ignore', log, log],
    uid: command.uid,
    gid: command.gid,
  })
  closeSync(log)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const pid = child.pid as number
  const guard = guardAgainstOurDeath(pid, command)
  void exited.then(() => guard.kill('SIGKILL'))
  const running = () => child.exitCode === null && child.signalCode === null
  return {
    pid,
    exited,
    running,
    async stop(signal, grace_ms) {
      if (!running()) return
      child.kill(signal)
      await Promise.race([exited, sleep(grace_ms, undefined, { ref: false })])
      if (running()) child.kill('SIGKILL')
      await exited
    },
  }
}

// A shell that waits on a pipe from us. When we die, even by SIGKILL, the pipe closes and the shell stops the server.
// It waits at most ten seconds for the end, because a zombie without a parent that collects it looks alive to it.
const GUARD = `read -r _
kill -s "$1" "$2" 2>/dev/null
[ -z "$3" ] && exit
for _ in $(seq 100); do kill -0 "$2" 2>/dev/null || break; sleep 0.1; done
rm -rf "$3"`

function guardAgainstOurDeath(pid: number, { guardSignal, scratch }: Command): ChildProcess {
  const args = ['-c', GUARD, 'server-guard', guardSignal, String(pid), scratch ?? '']
  const guard = spawn('/bin/sh', args, { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  const pipe = guard.stdin
  // Both ends vanish at stop, in no particular order.
  pipe?.on('error', () => {})
  if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  return guard
}

/**
 * What distinguishes this process from a later one with the same number: its start time. Null when it no longer runs; a
 * zombie counts as gone, because some containers never collect theirs.
 */
export function processIdentity(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in parentheses may hold spaces; state is the first field after it, start time the twentieth.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? null : `${pid}@${fields[19]}`
    }
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return started ? `${pid}@${started}` : null
  } catch {
    return null
  }
}

/** Stops a process that is not our child; resolves once it is gone. */
export async function stopForeignProcess(pid: number, signal: NodeJS.Signals, grace_ms: number): Promise<void> {
  const identity = processIdentity(pid)
  if (identity === null) return
  const gone = () => processIdentity(pid) !== identity
  process.kill(pid, signal)
  for (let waited_ms = 0; waited_ms < grace_ms && !gone(); waited_ms += 50) await sleep(50)
  if (!gone()) process.kill(pid, 'SIGKILL')
  for (let waited_ms = 0; waited_ms < 5_000 && !gone(); waited_ms += 50) await sleep(50)
}
