import type { Style } from './style.ts'
import { padded, safeLine, widthOf } from './text.ts'

/** Names and values, one pair a line, indented; empty values are left out. */
export function memberLines(members: readonly (readonly [string, string])[], style: Style): string[] {
  const shown = members.filter(([, value]) => value !== '')
  const width = Math.max(0, ...shown.map(([name]) => widthOf(name)))
  return shown.map(([name, value]) => `  ${style.dim(padded(name, width))}  ${safeLine(value)}`)
}

/** The same as a text; empty without a value. */
export const membersText = (members: readonly (readonly [string, string])[], style: Style): string =>
  memberLines(members, style)
    .map((line) => `${line}\n`)
    .join('')
