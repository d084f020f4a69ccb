import { Argument, Option } from 'commander'
import { EXIT } from '../exit-codes.ts'
import { noun, operation } from '../operation-command.ts'
import { itemsOf, time } from '../output/items.ts'
import { linesOf } from '../output/text.ts'
import { listAt, textAt } from '../output/value.ts'

const KINDS = ['email', 'domain', 'linkedin', 'phone', 'handle']
const REASONS = ['unsubscribe', 'bounce', 'complaint', 'not_interested', 'manual']
const PLATFORM = new Option('--platform <platform>', 'network of the handles')

interface Named {
  readonly kind?: string
  readonly reason?: string
  readonly platform?: string
}

const list = operation<Named>({
  name: 'list',
  summary: 'list suppressions',
  operation: 'GET /v1/suppressions',
  options: [
    new Option('--kind <kind>', 'only this kind').choices(KINDS),
    new Option('--reason <reason>', 'only this reason').choices(REASONS),
  ],
  pages: { max: 500, by: 50 },
  sends: ({ options: { kind, reason } }) => ({ query: { kind, reason } }),
  view: itemsOf([
    { title: 'SUBJECT', fixed: true, of: 'subject' },
    { title: 'KIND', of: 'kind' },
    { title: 'REASON', of: 'reason' },
    { title: 'SOURCE', of: 'source' },
    { title: 'SINCE', fixed: true, of: time('created_at') },
  ]),
  examples: ['svc suppressions', 'svc suppressions --kind email --all --json'],
})

const add = operation<Named>({
  name: 'add',
  summary: 'add suppressions: block messages over all channels',
  operation: 'POST /v1/suppressions',
  words: [new Argument('<subject...>', 'emails, domains, LinkedIn pages, phones or handles')],
  options: [new Option('--reason <reason>', 'why (manual)').choices(REASONS), PLATFORM],
  sends: ({ words: subjects, options: { reason, platform } }) => ({ body: { subjects, reason, platform } }),
  view: (body) =>
    linesOf([
      `${textAt(body, 'added')} added, ${textAt(body, 'unchanged')} already suppressed`,
      ...listAt(body, 'refused').map((one) => `refused ${textAt(one, 'subject')}: ${textAt(one, 'reason')}`),
    ]),
  // A script must not take a refused subject for a suppressed one.
  exit: (body) => (listAt(body, 'refused').length > 0 ? EXIT.usage : EXIT.done),
  examples: ['svc suppressions add example.org ada@example.com --reason unsubscribe'],
})

const remove = operation<Named>({
  name: 'remove',
  alias: 'delete',
  summary: 'remove suppressions',
  operation: 'POST /v1/suppressions/remove',
  words: [new Argument('<subject...>', 'subjects as they are on the list')],
  options: [PLATFORM],
  sends: ({ words: subjects, options: { platform } }) => ({ body: { subjects, platform } }),
  view: (body) =>
    linesOf([
      `${textAt(body, 'removed')} removed`,
      ...listAt(body, 'not_found').map((one) => `not on the list: ${String(one)}`),
    ]),
  examples: ['svc suppressions remove example.org'],
})

/** Spec 4.8. */
export const suppressions = noun(list, add, remove)
