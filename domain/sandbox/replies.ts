import type { SimulatedReply } from './scenario.ts'

/** What a recipient of the sandbox answers, as it would arrive. */
export interface ReplyLetter {
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** How long the person of an absence stays away. */
const AWAY_MS = 7 * 86_400_000
const AUTOMATIC = { 'auto-submitted': 'auto-replied' }

/** `from`: the address of the recipient. `at`: when it is written, ISO 8601. */
interface Answered {
  readonly from: string
  readonly subject: string
  readonly at: string
}

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.parse(at) + AWAY_MS),
  )

const LETTERS: Readonly<Record<SimulatedReply, (answered: Answered) => ReplyLetter>> = {
  reply: ({ subject }) => ({
    subject: `Re: ${subject}`,
    text: 'Thank you for your message. I have passed it on to my team.',
    headers: {},
  }),
  interested: ({ subject }) => ({
    subject: `Re: ${subject}`,
    text: 'That sounds interesting. Can we talk next week?',
    headers: {},
  }),
  not_interested: ({ subject }) => ({
    subject: `Re: ${subject}`,
    text: 'Thank you, but we are not interested.',
    headers: {},
  }),
  unsubscribe_request: ({ subject }) => ({
    subject: `Re: ${subject}`,
    text: 'Please remove me from your list.',
    headers: {},
  }),
  out_of_office: ({ subject, at }) => ({
    subject: `Automatic reply: ${subject}`,
    text: `I am out of the office until ${dayOf(at)}.`,
    headers: AUTOMATIC,
  }),
  auto_reply: ({ subject }) => ({
    subject: `Re: ${subject}`,
    text: 'We have received your message and will answer it within two working days.',
    headers: AUTOMATIC,
  }),
  left_company: ({ subject, from }) => ({
    subject: `Automatic reply: ${subject}`,
    text: `I no longer work here. Please write to successor@${from.slice(from.lastIndexOf('@') + 1)}.`,
    headers: AUTOMATIC,
  }),
}

/** The answer of a recipient whose address has a tag of the sandbox. */
export const letterOf = (reply: SimulatedReply, answered: Answered): ReplyLetter => LETTERS[reply](answered)
