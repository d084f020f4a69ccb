import { at } from '../support/http.ts'
import { raisedBy, type Round, send } from './round.ts'

const SENDER = 'robin-gmail-thread@example.com'
const OUTSIDER = 'kim-gmail-outsider@example.com'

/** A person writes to a connected Gmail account, and the customer answers; what the repeat guard states to others. */
export async function repliesOfGmail(round: Round, account: string) {
  const [received] = await raisedBy(round, () =>
    round.stage.happen('unipile', 'mail_arrives', { network: 'GOOGLE', from: `Robin <${SENDER}>` }),
  )
  const answers = { in_reply_to: received?.of('message_id') }
  const mail = (input: object) =>
    send(round, 'email.send', { to: SENDER, subject: 'Re: A question', text: 'Thank you.', ...input }, {})
  const { run: answered } = await mail(answers)
  const first = await mail({ to: OUTSIDER, account_id: account })
  const second = await mail({ to: OUTSIDER, account_id: account })
  const withOutsider = await mail({ ...answers, bcc: OUTSIDER })
  return {
    answered: [answered.status, answered.provider, at(answered.result, 'account_id'), at(answered.result, 'inbox_id')],
    first: first.code,
    second: second.code,
    withOutsider: withOutsider.code,
    again: (await mail(answers)).code,
  }
}
