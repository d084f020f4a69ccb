import type { Mutant } from '../mutant.ts'

const SLOTS = ['test/db/outreach/sending/slots.test.ts']
const CALENDAR = ['test/domain/sending/calendar.test.ts']
const RULE = ['test/domain/sending/slot.test.ts']

/** The limits of senders, and the sends that wait for a slot. */
export const SENDING: readonly Mutant[] = [
  {
    name: 'sends of one sender do not wait for each other, so more than the cap count at once',
    file: 'db/functions/sending_v1.sql',
    find: 'and sender_id = of_sender for update;',
    replace: 'and sender_id = of_sender;',
    killedBy: SLOTS,
  },
  {
    name: 'the caps of a domain are judged without its lock',
    file: 'db/functions/sending_v1.sql',
    find: 'perform lock_sender_v1(r.workspace_id, r.environment, placed.domain);',
    replace: 'null;',
    killedBy: SLOTS,
  },
  {
    name: 'a new send passes those that wait',
    file: 'db/functions/sending_v1.sql',
    find: 'and o.eligible_at <= placed.now_at',
    replace: 'and o.eligible_at > placed.now_at',
    killedBy: SLOTS,
  },
  {
    name: 'a slot stays taken when nothing was sent',
    file: 'db/functions/sending_v1.sql',
    find: "and outcome in ('succeeded', 'unknown', 'provider_error', 'provider_timeout'))",
    replace: 'and outcome is not null)',
    killedBy: SLOTS,
  },
  {
    name: 'a slot of a send whose outcome is unknown is free again',
    file: 'db/functions/sending_v1.sql',
    find: "('succeeded', 'unknown', 'provider_error', 'provider_timeout')",
    replace: "('succeeded', 'provider_error', 'provider_timeout')",
    killedBy: SLOTS,
  },
  {
    name: 'a refused hold keeps its slot',
    file: 'usecases/runs/hold-maximum.ts',
    find: 'await giveSenderSlotBack(tx, runId)',
    replace: 'void giveSenderSlotBack',
    killedBy: SLOTS,
  },
  {
    name: 'the next send does not move up',
    file: 'db/functions/sending_v1.sql',
    find: 'if found then perform wake_next_v1(',
    replace: 'if false then perform wake_next_v1(',
    killedBy: SLOTS,
  },
  {
    name: 'a paused sender sends',
    file: 'domain/sending/slot.ts',
    find: "if (limits.isPaused) return { kind: 'wait', at: null, reason: 'sender_paused' }",
    replace: '',
    killedBy: SLOTS,
  },
  {
    name: 'those that come first have no slot kept',
    file: 'domain/sending/slot.ts',
    find: 'const isFound = plan.pass(usage.ahead)',
    replace: 'const isFound = plan.pass(0)',
    killedBy: RULE,
  },
  {
    name: 'a full day counts for the next one too',
    file: 'domain/sending/slot.ts',
    find: '(starts[period] === this.#starts[period] ? this.#sent[period] : 0)',
    replace: 'this.#sent[period]',
    killedBy: RULE,
  },
  {
    name: 'a window over midnight closes on the day on which it begins',
    file: 'domain/sending/calendar.ts',
    find: 'instantOf(to > from ? date : date.add({ days: 1 }), to)',
    replace: 'instantOf(date, to)',
    killedBy: CALENDAR,
  },
]
