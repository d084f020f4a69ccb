import type { Mutant } from '../mutant.ts'

const READING = ['test/domain/bounces/reading.test.ts']
const RULES = ['test/domain/bounces/credit.test.ts']
const SETTLED = ['test/usecases/outreach/settle-address-report.test.ts']

/** What brings the charge of a run back, and what a bounce says about its provider. */
export const BOUNCES: readonly Mutant[] = [
  {
    name: "a workspace's own account brings a charge back",
    file: 'usecases/outreach/apply-inbound.ts',
    find: 'if (connectionId === null && ambiguous !== true)',
    replace: 'if (ambiguous !== true)',
    killedBy: SETTLED,
  },
  {
    name: "a bounce of another workspace's message brings a charge back",
    file: 'db/outreach/bounces/settle.ts',
    find: 'and s.workspace_id = r.workspace_id and s.environment',
    replace: 'and s.environment',
    killedBy: SETTLED,
  },
  {
    name: 'a bounce of a message to others brings a charge back',
    file: 'domain/bounces/credit.ts',
    find: '!send.recipients.includes(sold.address) || ',
    replace: '',
    killedBy: RULES,
  },
  {
    name: 'an address that was bought after its message had left brings its charge back',
    file: 'domain/bounces/credit.ts',
    find: ' || send.at < sold.at',
    replace: '',
    killedBy: RULES,
  },
  {
    name: 'a bounce brings the charge of every purchase of an address back',
    file: 'domain/bounces/credit.ts',
    find: "return outcome === 'bounced' ? { kind: 'note', credit: 0n, counted: false } : { kind: 'ignore' }",
    replace: 'void 0',
    killedBy: RULES,
  },
  {
    name: 'an earlier purchase is credited in place of the latest',
    file: 'domain/bounces/credit.ts',
    find: "if (same.some(({ later, waits }) => later && waits)) return { kind: 'wait' }",
    replace: '',
    killedBy: RULES,
  },
  {
    name: 'a bounce counts for every purchase of an address',
    file: 'db/catalog/health/sold-addresses.ts',
    find: "outcome === 'bounced' && counted",
    replace: "outcome === 'bounced'",
    killedBy: SETTLED,
  },
  {
    name: 'an address that was credited once is never credited again',
    file: 'db/outreach/bounces/other-sales.ts',
    find: 'and o.finished_at > r.finished_at - make_interval(days => :days::integer)',
    replace: '',
    killedBy: SETTLED,
  },
  {
    name: 'a second bounce brings a charge back again',
    file: 'domain/bounces/credit.ts',
    find: " || sold.outcome === 'bounced' || sold.outcome === outcome",
    replace: '',
    killedBy: RULES,
  },
  {
    name: 'a credit is more than the charge',
    file: 'domain/bounces/credit.ts',
    find: '(sold.charged ?? 0n)',
    replace: '(sold.charged ?? 0n) + 1n',
    killedBy: RULES,
  },
  {
    name: 'an address of uncertain state brings its charge back',
    file: 'domain/bounces/credit.ts',
    find: "output?.['status'] === 'valid'",
    replace: "output?.['status'] !== 'invalid'",
    killedBy: RULES,
  },
  {
    name: 'a message that was refused by policy brings a charge back',
    file: 'domain/bounces/rules.ts',
    find: "{ class: 'recipient_policy', status: /^5\\.(?:7|6)\\./",
    replace: "{ class: 'unknown_recipient', status: /^5\\.(?:7|6)\\./",
    killedBy: READING,
  },
  {
    name: 'a message that a suppression list held back brings a charge back',
    file: 'domain/bounces/rules.ts',
    find: "suppressed: 'recipient_policy'",
    replace: "suppressed: 'text'",
    killedBy: READING,
  },
  {
    name: 'words about the sender bring a charge back',
    file: 'domain/bounces/rules.ts',
    find: 'words: SENDER_WORDS,',
    replace: 'words: /^sender$/,',
    killedBy: READING,
  },
  {
    name: 'a fault of the sender suppresses the recipient',
    file: 'domain/inbound/reported-addresses.ts',
    find: "['unknown_recipient', 'recipient_policy']",
    replace: "['unknown_recipient', 'recipient_policy', 'sender_fault']",
    killedBy: ['test/domain/inbound/reported-addresses.test.ts'],
  },
  {
    name: 'an address that bounces a month later brings its charge back',
    file: 'db/outreach/bounces/record.ts',
    find: 'since: new Date(receivedAt.getTime() - BOUNCE_CREDIT_DAYS * DAY_MS)',
    replace: 'since: new Date(receivedAt.getTime() - (BOUNCE_CREDIT_DAYS + 2) * DAY_MS)',
    killedBy: SETTLED,
  },
  {
    name: 'a credit without a transfer is no drift',
    file: 'db/money/ledger-proof/runs.ts',
    find: "('run_credit', coalesce(l.credited, 0)::bigint, coalesce(r.credited, 0))",
    replace: "('run_credit', 0::bigint, 0::bigint)",
    killedBy: SETTLED,
  },
  {
    name: 'a credit without a transfer is proved beside traffic',
    file: 'domain/wallets/proof.ts',
    find: "['run_hold', 'run_charge', 'run_credit'] as const",
    replace: "['run_hold', 'run_charge'] as const",
    killedBy: SETTLED,
  },
  {
    name: 'a find that bounced is a hit',
    file: 'db/catalog/health/hits.ts',
    find: 'greatest(found - bounced, 0)',
    replace: 'found',
    killedBy: ['test/api/http/bounces/live.test.ts'],
  },
  {
    name: 'newest answers undo the bounces of a month',
    file: 'domain/routing/hits.ts',
    find: 'const rate = (all.found + bounced) / all.answered',
    replace: 'const rate = all.found / all.answered',
    killedBy: ['test/domain/routing/hits.test.ts'],
  },
]
