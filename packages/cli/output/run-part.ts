import type { Context } from '../context.ts'
import type { PartQuery } from '../result-part.ts'
import { memberLines } from './members.ts'
import { readable } from './readable.ts'
import { quoted, safeLine } from './text.ts'
import { at, isObject, listAt, textAt } from './value.ts'

/** A slice of a result for a person, or empty: where it is, how much of it is shown, and the value. */
export function sliceView(slice: unknown, { style }: Pick<Context, 'style'>): string {
  if (!isObject(slice)) return ''
  const [from, total] = [Number(at(slice, 'offset')), Number(at(slice, 'total'))]
  const place = style.bold(`Result at ${safeLine(textAt(slice, 'path'))}`)
  if (at(slice, 'type') === undefined) return `${place}\n  nothing`
  const until = at(slice, 'next_offset') ?? total
  const shown = readable(at(slice, 'value'), { style, indent: '  ' }).trimEnd()
  return `${place}  ${style.dim(`${from} to ${String(until)} of ${total}`)}\n${shown}`
}

/** What an answer leaves out of a result, or empty. */
export function summaryView(summary: unknown, { style }: Pick<Context, 'style'>): string {
  if (!isObject(summary)) return ''
  const lists = listAt(summary, 'lists').map((list): [string, string] => [
    textAt(list, 'path'),
    `${textAt(list, 'shown')} of ${textAt(list, 'total')}`,
  ])
  const more = Number(at(summary, 'left_out_more'))
  const left = listAt(summary, 'left_out').map((field): [string, string] => [
    textAt(field, 'path'),
    `left out, ${textAt(field, 'type')}`,
  ])
  const lines = memberLines([...lists, ...left, ...(more > 0 ? [['…', `${more} more left out`] as const] : [])], style)
  return lines.length === 0 ? '' : `${style.bold('Summary')}\n${lines.join('\n')}`
}

/** The command that reads on after a slice, with the same selection; null at its end. */
export function nextSlice(run: unknown, { fields, limit }: PartQuery): string | null {
  const next = at(run, 'slice', 'next_offset')
  if (typeof next !== 'number') return null
  const options = Object.entries({ path: textAt(run, 'slice', 'path'), offset: next, limit, fields })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--${name} ${quoted(String(value))}`)
  return `Read on: svc runs get ${textAt(run, 'run_id')} ${options.join(' ')}`
}
