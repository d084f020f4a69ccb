import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'

/** The part of the process's logger that is used here. */
export interface TroubleLog {
  warn(fields: Readonly<Record<string, string | number>>, event: string): void
  info(fields: Readonly<Record<string, string | number>>, event: string): void
}

/**
 * The exporter, with one log line when the collector begins to refuse spans and one when it accepts them again: a
 * collector may be away for a day, and there are several batches a second. The spans that it refused are lost.
 */
export function loggedOnce(exporter: SpanExporter, log: TroubleLog): SpanExporter {
  let lost = 0
  const note = (count: number, { code, error }: ExportResult): void => {
    if (code === ExportResultCode.SUCCESS) {
      if (lost > 0) log.info({ spans_lost: lost }, 'trace_export_recovered')
      lost = 0
      return
    }
    if (lost === 0)
      log.warn({ error_type: error?.name ?? 'unknown', error_code: codeOf(error) }, 'trace_export_failing')
    lost += count
  }
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      exporter.export(spans, (result) => {
        note(spans.length, result)
        done(result)
      })
    },
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
    shutdown: () => exporter.shutdown(),
  }
}

/** The HTTP status, or the system's code of a failed connection. */
function codeOf(error: Error | undefined): string {
  return error !== undefined && 'code' in error && error.code !== undefined ? String(error.code) : 'none'
}
