import type { Style } from './style.ts'
import { padded, safeLine, widthOf } from './text.ts'

/** Names and values, one pair a line, indented; empty values are left out. */
export function memberLines(members: readonly (readonly [string, string])[], style: Style): string[] {
  const told = members.filter(([, value]) => value !== '')
  const width = Math.max(0, ...told.map(([name]) => widthOf(name)))
  return told.map(([name, value]) => `  ${style.dim(padded(name, width))}  ${safeLine(value)}`)
}
