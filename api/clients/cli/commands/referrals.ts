import { does, type Fill, withExamples } from '../frame.ts'
import { itemsTable } from '../output/items.ts'
import { membersText } from '../output/members.ts'
import { styledState } from '../output/style.ts'
import { listAt, textAt, timeAt } from '../output/value.ts'

/** Spec 4.13: the link for people who should sign up, and its credits. */
export const referrals: Fill = (command, frame) => {
  withExamples(
    does(command, frame, async (context) => {
      await context.show(await context.request('GET /v1/referrals'), (body) => {
        const facts = membersText(
          [
            ['link', textAt(body, 'url')],
            ['credited', `${textAt(body, 'credited')} USD`],
            ['taken back', `${textAt(body, 'taken_back')} USD`],
            ['pending', textAt(body, 'pending')],
            ['this month', `${textAt(body, 'limits', 'used_this_month')} of ${textAt(body, 'limits', 'per_month')}`],
            ['in all', `${textAt(body, 'limits', 'used_in_all')} of ${textAt(body, 'limits', 'in_all')}`],
          ],
          context.style,
        )
        const items = itemsTable(
          [
            { title: 'SIGNED UP', whole: true, of: (one) => timeAt(one, 'created_at') },
            { title: 'STATUS', styled: styledState, of: (one) => textAt(one, 'status') },
            { title: 'USD', right: true, whole: true, of: (one) => textAt(one, 'amount') },
            { title: 'CREDITED', of: (one) => timeAt(one, 'credited_at') },
          ],
          listAt(body, 'items'),
          context,
        )
        return items === '' ? facts : `${facts}\n${items}`
      })
    }),
    ['svc referrals', 'svc referrals --field url'],
  )
}
