import type { Context } from '../context.ts'
import { safeLine, shortened } from './text.ts'
import { listAt, textAt } from './value.ts'

/** The line on a terminal that shows the progress of a run or a job. */
export interface ProgressLine {
  show(shown: unknown): void
  /** Clears the line. */
  stop(): void
}

const EVERY_MS = 1_000
const WIDTH_DEFAULT = 80

/**
 * null where the line would not be seen. `startedAt`: when the person began to wait, in milliseconds since 1970.
 * `lineOf`: the line's text for what is shown. Writes to stderr, only where that is a terminal that can take a line
 * back, and not with `--quiet`.
 */
export function createProgress(
  { machine, quiet }: Context,
  startedAt: number,
  lineOf: (shown: unknown) => string = runLine,
): ProgressLine | null {
  const { stderr, env } = machine
  if (!stderr.isTerminal || quiet || env['TERM'] === 'dumb') return null
  let line = ''
  const write = (): void => {
    const seconds = Math.round((machine.now() - startedAt) / 1_000)
    void stderr.write(`\r\u001b[2K${shortened(`${line}  ${seconds} s`, (stderr.columns ?? WIDTH_DEFAULT) - 1)}`)
  }
  const timer = setInterval(write, EVERY_MS)
  return {
    show(shown) {
      line = lineOf(shown)
      write()
    },
    stop() {
      clearInterval(timer)
      void stderr.write('\r\u001b[2K')
    },
  }
}

function runLine(run: unknown): string {
  const attempts = listAt(run, 'attempts').map(
    (attempt) => `${textAt(attempt, 'provider')} ${textAt(attempt, 'outcome')}`,
  )
  const what = textAt(run, 'capability') || `${textAt(run, 'provider')} ${textAt(run, 'endpoint')}`
  return safeLine(
    [
      textAt(run, 'status'),
      what.trim(),
      textAt(run, 'run_id'),
      ...(attempts.length === 0 ? [] : [`tried ${attempts.join(', ')}`]),
    ].join('  '),
  )
}
