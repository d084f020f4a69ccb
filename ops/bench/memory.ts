import { existsSync, readFileSync } from 'node:fs'

/** Megabytes that a process holds now, with all that V8 has not given back; NaN where there is no /proc. */
export const residentMb = (pid: number): number => statusMb(pid, /^VmRSS:\s+(\d+) kB$/m)

/** Megabytes that it has held at most. */
export const residentMbMost = (pid: number): number => statusMb(pid, /^VmHWM:\s+(\d+) kB$/m)

function statusMb(pid: number, field: RegExp): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) ? field.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return Number(kilobytes) / 1024
}
