import type { Style } from './style.ts'
import { padded, safeLine, safeText, widthOf } from './text.ts'
import { isObject, textOf } from './value.ts'

/** The width of a list or an object of few plain values on one line; longer ones take several lines. */
const INLINE_WIDTH_MAX = 70
const INDENT = '  '

/** Any JSON for a person to read: members aligned, nested ones indented. Ends with a line break unless it is empty. */
export function readable(
  value: unknown,
  { style, indent = '' }: { readonly style: Style; readonly indent?: string },
): string {
  if (Array.isArray(value)) return value.map((item: unknown) => listItem(item, { style, indent })).join('')
  if (!isObject(value)) return `${indent}${scalar(value)}\n`
  const members = Object.entries(value).map(([name, inner]): [string, unknown] => [safeLine(name), inner])
  const width = Math.max(0, ...members.filter(([, inner]) => inlineOf(inner) !== null).map(([name]) => widthOf(name)))
  return members
    .map(([name, inner]) => {
      const inline = inlineOf(inner)
      return inline === null
        ? `${indent}${style.dim(name)}\n${readable(inner, { style, indent: indent + INDENT })}`
        : `${indent}${style.dim(padded(name, width))}  ${hanging(inline, indent + ' '.repeat(width + 2))}`.trimEnd() +
            '\n'
    })
    .join('')
}

function listItem(item: unknown, { style, indent }: { readonly style: Style; readonly indent: string }): string {
  const inside = readable(item, { style, indent: `${indent}${INDENT}` })
  return `${indent}- ${inside.slice(indent.length + INDENT.length)}`
}

/** A value that fits next to its name; null for a nested one. */
function inlineOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    if (value.some((item) => typeof item === 'object' && item !== null)) return null
    const line = value.map(scalar).join(', ')
    return widthOf(line) <= INLINE_WIDTH_MAX && !line.includes('\n') ? line : null
  }
  if (isObject(value)) return Object.keys(value).length === 0 ? '{}' : null
  return scalar(value)
}

const scalar = (value: unknown): string => (value === null ? '-' : safeText(textOf(value)))

/** The further lines of a text are indented below its first one. */
const hanging = (text: string, indent: string): string => text.split('\n').join(`\n${indent}`)
