import { existsSync, readFileSync } from 'node:fs'

/** Megabytes that a process holds now, including memory that V8 has not returned; NaN where there is no /proc. */
export const residentMb = (pid: number): number => statusMb(pid, /^VmRSS:\s+(\d+) kB$/m)

/** The maximum of megabytes that it has held. */
export const residentMbMost = (pid: number): number => statusMb(pid, /^VmHWM:\s+(\d+) kB$/m)

function statusMb(pid: number, field: RegExp): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) ? field.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return Number(kilobytes) / 1024
}
