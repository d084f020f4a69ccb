import { OPEN_JOBS_MAX } from '../jobs/limits.ts'
import { UPLOADS_KEPT_MAX } from '../jobs/uploads.ts'
import { LISTS_MAX } from '../do-not-process/lists.ts'
import { EMAIL_DOMAINS_MAX, INBOXES_MAX, MESSAGING_ACCOUNTS_MAX } from '../senders/limits.ts'
import { type PlanName, TABLE_QUOTAS } from '../tables/limits.ts'
import { WATCHES_MAX } from '../watches/limits.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../webhooks/schedule.ts'

/**
 * No known person answers for a workspace in quarantine: an agent made it and no person has claimed it, or none of its
 * people has confirmed an address.
 */
export type QuotaClass = PlanName | 'quarantine'

/** What a workspace may keep. */
export interface Quotas {
  readonly tables: number
  readonly rows: number
  /** Jobs that have not ended: each has a workflow. */
  readonly open_jobs: number
  /** Rows of jobs, also of ended ones, until retention deletes what they were made of. */
  readonly job_rows: number
  /** What jobs and their rows were made of, as stored. */
  readonly job_bytes: number
  /** Of one environment, as are `upload_bytes`. */
  readonly uploads: number
  readonly upload_bytes: number
  readonly suppressions: number
  readonly do_not_process_lists: number
  /** Erasures that have not ended: each has a workflow. */
  readonly open_erasures: number
  readonly watches: number
  readonly webhooks: number
  readonly email_domains: number
  readonly inboxes: number
  readonly accounts: number
  /** Members and open invitations. */
  readonly people: number
  /** Runs that wait for a person: each is open for a day at most. */
  readonly waiting_approvals: number
  /** Messages of the workspace's own accounts at providers that wait to be processed. */
  readonly inbound_bytes: number
}
export type QuotaName = keyof Quotas

const MB = 1_000_000

/** Numbers that every plan has; they are explained where they are made. */
const OF_EVERY_PLAN = {
  open_jobs: OPEN_JOBS_MAX,
  uploads: UPLOADS_KEPT_MAX,
  // As many files of the greatest size.
  upload_bytes: UPLOADS_KEPT_MAX * 10_485_760,
  // Several times the unsubscribed people of a large sender, at less than a kilobyte each.
  suppressions: 1_000_000,
  do_not_process_lists: LISTS_MAX,
  // As many as a sheet of requests has rows; they take minutes.
  open_erasures: 500,
  watches: WATCHES_MAX,
  webhooks: WEBHOOK_ENDPOINTS_MAX,
  email_domains: EMAIL_DOMAINS_MAX,
  inboxes: INBOXES_MAX,
  accounts: MESSAGING_ACCOUNTS_MAX,
  // More than the people of a company who work on its outreach.
  people: 200,
  // More than the people of a company decide about in a day.
  waiting_approvals: 2_000,
  // A hundred messages of the greatest size, or those of some hours while no worker runs.
  inbound_bytes: 100 * MB,
} as const

/**
 * The only table of quotas (docs/reference/plan/quotas.md). Rows of jobs are ten or twenty times the rows of the plan's
 * tables, at about one kilobyte each: a month of runs over all of them. Quarantine is enough to try everything, and a
 * thousand such workspaces together are as large as one paid one.
 */
export const QUOTAS: Readonly<Record<QuotaClass, Quotas>> = {
  quarantine: {
    tables: 5,
    rows: 2_500,
    open_jobs: 5,
    job_rows: 2_500,
    job_bytes: 5 * MB,
    uploads: 3,
    upload_bytes: 3 * MB,
    suppressions: 5_000,
    do_not_process_lists: 2,
    open_erasures: 5,
    watches: 5,
    webhooks: 2,
    email_domains: 1,
    inboxes: 2,
    accounts: 2,
    people: 5,
    waiting_approvals: 20,
    inbound_bytes: 2 * MB,
  },
  pay_per_call: { ...TABLE_QUOTAS.pay_per_call, ...OF_EVERY_PLAN, job_rows: 500_000, job_bytes: 500 * MB },
  plus: { ...TABLE_QUOTAS.plus, ...OF_EVERY_PLAN, job_rows: 1_000_000, job_bytes: 1_000 * MB },
  pro: { ...TABLE_QUOTAS.pro, ...OF_EVERY_PLAN, job_rows: 5_000_000, job_bytes: 5_000 * MB },
  scale: { ...TABLE_QUOTAS.scale, ...OF_EVERY_PLAN, job_rows: 20_000_000, job_bytes: 20_000 * MB },
}

/** A quota that refuses. Both environments count together, but for uploads. */
export interface QuotaReached {
  readonly kind: 'quota reached'
  readonly of: QuotaName
  readonly used: number
  /** What the request would add. */
  readonly added: number
  readonly limit: number
  readonly quotaClass: QuotaClass
}

export type Amounts = Readonly<Partial<Record<QuotaName, number>>>

/** The first quota that `added` would exceed; null: there is room. What adds nothing is never refused. */
export function quotaReached(
  quotaClass: QuotaClass,
  { used, added }: { readonly used: Amounts; readonly added: Amounts },
): QuotaReached | null {
  for (const [name, amount] of Object.entries(added)) {
    const of = name as QuotaName
    const before = used[of] ?? 0
    const limit = QUOTAS[quotaClass][of]
    if (amount > 0 && before + amount > limit)
      return { kind: 'quota reached', of, used: before, added: amount, limit, quotaClass }
  }
  return null
}

interface QuotaWords {
  /** What is counted, in the plural. */
  readonly counted: string
  /** How a customer makes room. */
  readonly way: string
}

const BYTES = /bytes$/u
const OLD_ROWS = 'Cancel jobs that have not begun: their rows are deleted at once. Retention deletes the others.'
const WORDS: Readonly<Record<QuotaName, QuotaWords>> = {
  tables: { counted: 'tables', way: 'Delete tables.' },
  rows: { counted: 'rows of tables', way: 'Delete rows.' },
  open_jobs: { counted: 'jobs that have not ended', way: 'Wait until one ends, or cancel one.' },
  job_rows: { counted: 'rows of jobs', way: OLD_ROWS },
  job_bytes: { counted: 'of rows of jobs', way: OLD_ROWS },
  uploads: { counted: 'uploads in this environment', way: 'Delete one.' },
  upload_bytes: { counted: 'of uploads in this environment', way: 'Delete one.' },
  suppressions: { counted: 'suppressions', way: 'Remove some, or suppress entire domains.' },
  do_not_process_lists: { counted: 'do-not-process lists', way: 'Delete one.' },
  open_erasures: { counted: 'erasures that have not ended', way: 'Wait until one ends.' },
  watches: { counted: 'watches', way: 'Delete one.' },
  webhooks: { counted: 'webhook endpoints', way: 'Delete one.' },
  email_domains: { counted: 'sending domains', way: 'Remove one.' },
  inboxes: { counted: 'inboxes', way: 'Delete one.' },
  accounts: { counted: 'connected accounts', way: 'Disconnect one.' },
  waiting_approvals: {
    counted: 'runs that wait for an approval',
    way: 'Approve, reject or cancel some: each ends after a day.',
  },
  inbound_bytes: {
    counted: 'of messages that wait to be processed',
    way: 'Send the message again later: they are processed one after the other.',
  },
  people: { counted: 'people and open invitations', way: 'Withdraw an invitation, or remove a person.' },
}

/** Two digits are enough to see how far it is. */
const amountOf = (name: QuotaName, amount: number): string =>
  BYTES.test(name) ? `${(amount / MB).toFixed(amount < MB ? 2 : 0)} MB` : String(amount)

/** The quota that refuses and what to do about it, for a person. */
export function sentenceOf({ of, used, added, limit, quotaClass }: QuotaReached): string {
  const { counted, way } = WORDS[of]
  const [keeps, adds, most] = [used, added, limit].map((amount) => amountOf(of, amount))
  const whose =
    quotaClass === 'quarantine'
      ? `A workspace in quarantine may keep ${most}. A person ends the quarantine, who claims the workspace or confirms the e-mail address.`
      : `Its plan allows ${most}.`
  const larger = quotaClass === 'quarantine' || !growsWithPlan(of) ? '' : ' Or choose a larger plan with POST /v1/plan.'
  return `The workspace keeps ${keeps} ${counted}, and this would add ${adds}. ${whose} ${way}${larger}`
}

const growsWithPlan = (of: QuotaName): boolean => QUOTAS.pay_per_call[of] < QUOTAS.scale[of]
