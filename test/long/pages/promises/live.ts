import { expect } from '@jest/globals'
import type { CommandPromise } from '../walk.ts'
import { pressMain } from './tour.ts'

const SENT: CommandPromise = { command: 'SENT=' }
const happens = (what: string): CommandPromise => ({ command: `"${what}"`, prints: /^\{(?!"error")/ })
const delivered = (command: string, provider: string): CommandPromise => ({
  command,
  prints: new RegExp(`^succeeded[^]*provider +${provider}`),
})

export const LIVE: Readonly<Record<string, readonly CommandPromise[]>> = {
  'Live, without an account': [{ command: 'alias svc=' }, { command: 'credential()' }, { command: 'happen()' }],
  Start: [{ command: 'npm start -- --twins', startsService: true, prints: /Dashboard/ }],
  Money: [
    { command: 'svc wallet top-up 40.00', check: pressMain },
    { command: 'GET /v1/wallet', check: ({ at }) => expect(Number(at('available'))).toBeGreaterThanOrEqual(40) },
  ],
  'Your own domain': [
    { command: 'POST /v1/email/domains -d', check: ({ at }) => expect(at('status')).toBe('pending') },
    { command: '"dns_published"', prints: /"published":1/ },
    { command: '/check', check: ({ at }) => expect(at('status')).toBe('active') },
    { command: 'POST /v1/email/inboxes', check: ({ at }) => expect(at('address')).toBe('ada@mail.engines.example') },
    delivered('svc run email.send from=ada@', 'resend'),
  ],
  'A conversation': [
    { command: 'POST /v1/email/inboxes', check: ({ at }) => expect(at('account')).toBe('platform') },
    SENT,
    happens('mail_arrives'),
    { command: 'REPLY=' },
    delivered('in_reply_to="$REPLY"', 'agentmail'),
  ],
  Unsubscribing: [
    { command: 'svc tables on' },
    SENT,
    { command: 'LINK=' },
    { command: 'List-Unsubscribe=One-Click', prints: /<h1>Unsubscribed/ },
    { command: 'types=email.unsubscribed', prints: /kim@example\.com/ },
    { command: 'svc run email.send', exit: 5, prints: /^blocked/ },
  ],
  'Your own keys': [
    { command: '/v1/connections/agentmail', check: ({ at }) => expect(at('status')).toBe('active') },
    { command: '/v1/connections/unipile', check: ({ at }) => expect(at('status')).toBe('active') },
    { command: 'POST /v1/email/inboxes', check: ({ at }) => expect(at('account')).toBe('own') },
    { command: 'inbox_id=ada-own@', prints: /^succeeded[^]*charged +0\.00 USD/ },
    { command: 'PAGE=' },
    { command: 'curl -s -X POST "$PAGE"', prints: /connected/ },
    happens('message_arrives'),
    { command: 'CHAT=' },
    { command: 'svc run linkedin.message', prints: /^succeeded[^]*charged +0\.00 USD/ },
  ],
  'A hundred companies': [
    { command: 'svc inspect company.search', prints: /thecompaniesapi/ },
    { command: 'limit:=100', prints: /example-100\.com/ },
    { command: 'svc history example-100.com', prints: /items\[99\]/ },
  ],
  'An actor of five dollars': [
    { command: 'svc inspect apify', check: ({ at }) => expect(at('cost', 'basis')).toBe('reported') },
    { command: 'RUN=' },
    { command: 'BILLED=' },
    happens('billed'),
    { command: 'GET /v1/wallet', check: ({ at }) => expect(Number(at('held'))).toBeGreaterThan(4) },
    { command: 'sleep 15' },
    { command: 'usage_charges.0', prints: /provider_final_bill/ },
  ],
}
