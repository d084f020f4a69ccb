import { userInfo } from 'node:os'

/** Who types a command: the audit names them. A container's user need not have a name. */
export function whoIsThis(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
