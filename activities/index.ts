import { sendAccountMail } from './accounts/send-account-mail.ts'
import type { ActivityDeps } from './deps.ts'
import { eraseBatches } from './erasures/erase-batches.ts'
import { finishErasure } from './erasures/finish-erasure.ts'
import { processInbound } from './inbound/process-inbound.ts'
import { playRound } from './jobs/play-round.ts'
import { beginTopup } from './payments/begin-topup.ts'
import { chargeTopup } from './payments/charge-topup.ts'
import { settleTopup } from './payments/settle-topup.ts'
import { createOperations } from './operations/index.ts'
import { attemptProvider } from './runs/attempt-provider.ts'
import { cancelRun } from './runs/cancel-run.ts'
import { readFinalBill } from './runs/read-final-bill.ts'
import { reserveRun } from './runs/reserve-run.ts'
import { settleRun } from './runs/settle-run.ts'
import { beginRefresh } from './watches/begin-refresh.ts'
import { recordRefresh } from './watches/record-refresh.ts'

/** Every activity under the name that the Temporal UI shows. */
export const createActivities = (deps: ActivityDeps) => ({
  reserveRun: reserveRun(deps),
  attemptProvider: attemptProvider(deps),
  settleRun: settleRun(deps),
  readFinalBill: readFinalBill(deps),
  cancelRun: cancelRun(deps),
  ...createOperations(deps),
  processInbound: processInbound(deps),
  beginRefresh: beginRefresh(deps),
  recordRefresh: recordRefresh(deps),
  playRound: playRound(deps),
  beginTopup: beginTopup(deps),
  chargeTopup: chargeTopup(deps),
  settleTopup: settleTopup(deps),
  eraseBatches: eraseBatches(deps),
  finishErasure: finishErasure(deps),
  sendAccountMail: sendAccountMail(deps),
})

export type Activities = ReturnType<typeof createActivities>
