import { isReplyClass, type ReplyClass } from '../../domain/replies/classes.ts'
import type { Html } from '../html/markup.ts'
import { badge, type Tone } from './elements.ts'

const CLASSES: Readonly<Record<ReplyClass, readonly [word: string, tone: Tone]>> = {
  reply: ['replied', 'good'],
  interested: ['interested', 'good'],
  not_interested: ['not interested', 'warn'],
  unsubscribe_request: ['unsubscribe request', 'bad'],
  out_of_office: ['out of office', 'warn'],
  auto_reply: ['automatic', 'warn'],
  left_company: ['left the company', 'warn'],
  bounce: ['bounced', 'bad'],
  complaint: ['complained', 'bad'],
  calendar: ['calendar', 'warn'],
  verification_challenge: ['asks for a proof', 'warn'],
}

/** What a received message is, in a word. */
export function classBadge(name: string): Html {
  const [word, tone] = isReplyClass(name) ? CLASSES[name] : [name, 'busy' as const]
  return badge(word, tone)
}
