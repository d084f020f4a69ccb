// What PostgreSQL's own postmaster.pid reports about the server of a data folder.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopForeignProcess, type ServerProcess } from './process.ts'

const POLL_MS = 20

/** Waits as pg_ctl does: the eighth line of postmaster.pid turns "ready" once connections are accepted. */
export async function untilReady(cluster: string, server: ServerProcess, timeout_ms: number): Promise<boolean> {
  const deadline = performance.now() + timeout_ms
  while (server.running() && performance.now() < deadline) {
    const lines = readPidFile(cluster)
    if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') return true
    await sleep(POLL_MS)
  }
  return false
}

/**
 * Clears what a killed program left: its server if that still runs on `cluster`, and a stale pid file. Such a file
 * names no process, or a process that has since been given the same number and would make PostgreSQL refuse to start.
 */
export async function clearLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = Number(readPidFile(cluster)[0])
  if (!pid) return
  if (commandLine(pid).includes(`-D ${cluster}`)) {
    log(`stopping a PostgreSQL server that an earlier start left behind (process ${pid})`)
    await stopForeignProcess(pid, 'SIGINT', 20_000)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    // No such process.
    return ''
  }
}
