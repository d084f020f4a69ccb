import { type LoggerOptions, levels } from 'pino'
import { OTHER } from './labels.ts'
import type { Meter } from './meter.ts'

/** Counts the lines of a log by their level. */
export const countLines = (meter: Meter): NonNullable<LoggerOptions['hooks']> => ({
  logMethod(args, method, level) {
    meter.add('log_lines_total', { level: levels.labels[level] ?? OTHER })
    method.apply(this, args)
  },
})
