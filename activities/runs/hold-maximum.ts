import { guardsOf } from '../../domain/outbound/guard.ts'
import type { Database } from '../../db/database.ts'
import { reserveSend, type SendReserved } from '../../db/outbound/reserve-send.ts'
import { type Reservation, reserveRun, type RunToReserve } from '../../db/runs/reserve.ts'

/**
 * Holds a run's maximum charge (Spec 3.1): one statement for a lookup, and one transaction with its claims for a
 * guarded send.
 */
export function holdMaximum(db: Database, run: RunToReserve, reservation: Reservation): Promise<SendReserved> {
  const guards = guardsOf({ ...run, allowRepeat: run.routing.allow_repeat })
  return guards === null
    ? reserveRun(db, reservation)
    : reserveSend(db, reservation, { ...guards, environment: run.environment })
}
