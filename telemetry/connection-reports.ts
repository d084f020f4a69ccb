import type { ConnectionReport } from '../domain/database/silence.ts'
import type { Meter } from './meter.ts'

/** The part of pino's logger that is used here. */
export interface ConnectionLog {
  info(fields: object, event: string): void
  warn(fields: object, event: string): void
}

/** Counts and logs the events of a process's connections to PostgreSQL. */
export function reportConnections(meter: Meter, log: ConnectionLog): (report: ConnectionReport) => void {
  meter.set('database_hangs', {}, 0)
  return (report) => {
    switch (report.kind) {
      case 'hangs':
        meter.set('database_hangs', {}, 1)
        return log.warn({}, 'database_hangs')
      case 'answers':
        meter.set('database_hangs', {}, 0)
        return log.info({}, 'database_answers_again')
      case 'dead':
        meter.add('database_connections_dead_total', {}, report.connections)
        return log.warn({ connections: report.connections, dropped: report.dropped }, 'database_connections_dead')
    }
  }
}
