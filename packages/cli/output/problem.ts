import { memberLines } from './members.ts'
import type { Style } from './style.ts'
import { safeLine, wrapped } from './text.ts'
import { listAt, stringAt, textAt } from './value.ts'

/** What a person sees of an error besides its envelope. */
export interface PrintedProblemOptions {
  /** What to do, from `GET /v1/errors`; null when it was not available. */
  readonly action: string | null
  /** A similar name to the unknown one of the request. */
  readonly meant?: string | null
  /** Puts commands in place of the routes that a text of the service names. */
  readonly inWords: (text: string) => string
  readonly style: Style
  readonly width: number | null
}

const EXTRAS = [
  'status',
  'controls',
  'available',
  'required',
  'receivable',
  'fits_with_max_cost',
  'topup_url',
  'run_id',
  'earlier_run_id',
  'contacted_at',
  'recipient',
  'in_reply_to',
  'chat_id',
  'retry_after',
  'oldest',
] as const

/**
 * An error of the service in full: message, code, every field at fault, details that help to act, and what to do.
 * `error` is the member of the envelope.
 */
export function problem(
  error: unknown,
  { action, meant = null, inWords, style, width }: PrintedProblemOptions,
): string {
  const code = safeLine(textAt(error, 'code'))
  const param = stringAt(error, 'param')
  const details = listAt(error, 'details').map(
    (detail) => `${safeLine(textAt(detail, 'path')) || '/'}  ${safeLine(inWords(textAt(detail, 'message')))}`,
  )
  const extras = EXTRAS.flatMap((name): [string, string][] => {
    const value = textAt(error, name)
    return value === '' ? [] : [[name, value]]
  })
  const shown = [
    ...(param === null ? [] : [['param', param] as const]),
    ...extras,
    ['request_id', textAt(error, 'request_id')] as const,
  ]
  return [
    `${style.bad('error')} ${style.bold(code)}: ${safeLine(inWords(textAt(error, 'message')))}${meant === null ? '' : ` Did you mean ${safeLine(meant)}?`}`,
    ...details.map((detail) => `  ${detail}`),
    ...memberLines(shown, style),
    ...(action === null
      ? []
      : wrapped(`What to do: ${safeLine(inWords(action))}`, Math.max(40, (width ?? 100) - 2)).map(
          (line) => `  ${line}`,
        )),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
