import { existsSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second on every architecture that Linux runs Node on. */
const MS_PER_TICK = 10

/**
 * CPU milliseconds used by a process with all its threads and by its children; null where there is no /proc. The time
 * of a child that ends in between is not lost: it moves to its parent.
 */
export function cpuMs(pid: number): number | null {
  try {
    return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + ownMs(one), 0)
  } catch {
    return null
  }
}

function ownMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold spaces. After it, counted from the state: utime, stime, cutime and cstime are 12th
  // to 15th.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return fields.reduce((sum, ticks) => sum + Number(ticks) * MS_PER_TICK, 0)
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '')
    .map(Number)

/** Megabytes that a process holds now, including memory that V8 has not returned; NaN where there is no /proc. */
export const residentMb = (pid: number): number => statusMb(pid, /^VmRSS:\s+(\d+) kB$/m)

/** The maximum of megabytes that it has held. */
export const residentMbMost = (pid: number): number => statusMb(pid, /^VmHWM:\s+(\d+) kB$/m)

function statusMb(pid: number, field: RegExp): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) ? field.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return Number(kilobytes) / 1024
}
