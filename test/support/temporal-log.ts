import { pino } from 'pino'
import { installTemporalLog } from '../../worker/log.ts'

/** What Temporal's SDK logged in this test file. */
export const temporalLogLines: string[] = []

let installed = false

/** The SDK's runtime takes a log once per test file, before the first connection. */
export function captureTemporalLog(): void {
  if (installed) return
  installed = true
  installTemporalLog(
    pino(
      { level: 'info' },
      {
        write: (line) => {
          temporalLogLines.push(line)
        },
      },
    ),
  )
}
