import { userInfo } from 'node:os'

/** The user who runs a command, for the audit. A container's user need not have a name. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
