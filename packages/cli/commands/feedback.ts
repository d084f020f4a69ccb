import { Argument } from 'commander'
import { readJson } from '../input.ts'
import { single } from '../operation-command.ts'
import { factsOf } from '../output/items.ts'

/** Spec 4.12: reports a problem. Needs no key; secrets and addresses are removed before anything is stored. */
export const feedback = single({
  operation: 'POST /feedback',
  words: [new Argument('<json>', 'the report: JSON, @file, or - for standard input')],
  sends: async ({ words: [given = ''], context }) => ({ body: await readJson(context.machine, given, 'A report') }),
  view: factsOf([
    ['report', 'id'],
    ['status', 'status'],
    ['known as', 'known_issue.title'],
    ['state', 'known_issue.status'],
    ['workaround', 'known_issue.workaround'],
  ]),
  examples: [
    'svc feedback \'{"type":"missing_capability","goal":"Find companies that are hiring in Lisbon","message":"There is no filter for places.","endpoint":"company.search"}\'',
  ],
})
