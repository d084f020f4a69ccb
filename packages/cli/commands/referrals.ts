import { single } from '../operation-command.ts'
import { factsOf, itemsOf, partsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { textAt } from '../output/value.ts'

const limit = (used: string, most: string) => (body: unknown) =>
  `${textAt(body, 'limits', used)} of ${textAt(body, 'limits', most)}`

/** Spec 4.13: the link for people who should sign up, and its credits. */
export const referrals = single({
  operation: 'GET /v1/referrals',
  view: partsOf(
    factsOf([
      ['link', 'url'],
      ['credited', (body) => `${textAt(body, 'credited')} USD`],
      ['taken back', (body) => `${textAt(body, 'taken_back')} USD`],
      ['pending', 'pending'],
      ['this month', limit('used_this_month', 'per_month')],
      ['in all', limit('used_in_all', 'in_all')],
    ]),
    itemsOf([
      { title: 'SIGNED UP', fixed: true, of: time('created_at') },
      { title: 'STATUS', styled: styledState, of: 'status' },
      { title: 'USD', right: true, fixed: true, of: 'amount' },
      { title: 'CREDITED', of: time('credited_at') },
    ]),
  ),
  examples: ['svc referrals', 'svc referrals --field url'],
})
