import type { Context } from '../context.ts'
import { safeLine, shortened } from './text.ts'
import { at, isObject, textAt, textOf, timeAt } from './value.ts'

const TYPE_WIDTH = 27
/** The members of an event's data that its line shows; without any of them the line shows all the data. */
const TELLING = [
  'class',
  'from',
  'sender_name',
  'subject',
  'preview',
  'text',
  'recipients',
  'recipient',
  'name',
  'account',
  'network',
  'status',
  'reason',
]

/** An event on one line: time, id, type and data. */
export function eventLine(event: unknown, { style, width }: Pick<Context, 'style' | 'width'>): string {
  const head = `${timeAt(event, 'created_at')}  ${safeLine(textAt(event, 'id'))}  ${safeLine(textAt(event, 'type')).padEnd(TYPE_WIDTH)}  `
  const data = at(event, 'data')
  const details = isObject(data)
    ? TELLING.filter((name) => textOf(data[name]) !== '')
        .map((name) => `${name}: ${textOf(data[name])}`)
        .join('  ')
    : ''
  const line = safeLine(`${head}${details === '' ? textOf(data) : details}`)
  const cut = width === null ? line : shortened(line, Math.max(width, head.length))
  return `${style.dim(cut.slice(0, head.length))}${cut.slice(head.length)}`.trimEnd() + '\n'
}
