import { parseArgs } from 'node:util'
import { operatorName } from './reach/operator.ts'
import { withDatabase } from './reach/with-database.ts'
import { runPayments } from './payments/command.ts'

/**
 * `npm run payments`: payments that Stripe has reported and that match nothing, and top-ups whose payment differs from
 * the request; each decision with an audit entry (docs/architecture/money.md, "Payments"). Exits 1 when nothing could
 * be done.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, by: { type: 'string' }, payment: { type: 'string' } },
})

await withDatabase({ applicationName: 'payments' }, async (db) => {
  const { lines, done } = await runPayments(db, {
    words: positionals,
    paymentId: values.payment?.trim() ?? '',
    reason: values.reason?.trim() ?? '',
    actor: values.by?.trim() || operatorName(),
  })
  for (const line of lines) console.log(line)
  process.exitCode = done ? 0 : 1
})
