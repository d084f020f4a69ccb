import { expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { isSend } from '../../../domain/outbound/is-send.ts'
import { sendOfRaw } from '../../../domain/outbound/raw-send.ts'
import { sendOf } from '../../../domain/outbound/recipients.ts'

it('each capability that sends is a send, and no other is', () => {
  const input = (slug: string): JsonObject => ({
    to: 'a@example.com',
    platform: slug === 'chat.send' ? 'whatsapp' : '',
  })
  const judged = CAPABILITIES.map(({ slug }) => [
    slug,
    isSend({ send: sendOf(slug, input(slug)), raw: null, input: input(slug) }),
  ])
  expect(judged).toEqual(CAPABILITIES.map(({ slug, sends }) => [slug, sends]))
})

const drafts = '/v0/inboxes/{inbox_id}/drafts'

it.each<[provider: string, endpoint: string, input: Json, sends: boolean]>([
  ['resend', '/emails', { to: 'a@example.com' }, true],
  ['resend', '/emails/batch', [{ to: 'a@example.com' }], true],
  ['resend', '/broadcasts', { send: true }, true],
  ['resend', '/broadcasts', { name: 'later' }, false],
  ['resend', '/broadcasts/{id}/send', {}, true],
  ['resend', '/events/send', { event: 'x', contact_id: 'c' }, true],
  ['agentmail', `${drafts}/{draft_id}/send`, {}, true],
  ['agentmail', drafts, { subject: 'x' }, false],
  ['agentmail', drafts, { subject: 'x', send_at: '2030-01-01T00:00:00Z' }, true],
  ['apollo', '/emailer_campaigns/{sequence_id}/approve', {}, true],
  ['apollo', '/emailer_campaigns/search', {}, false],
  ['apollo', '/sequences', { active: true }, true],
  ['resend', '/automations', { status: 'enabled' }, true],
  ['apify', '/v2/actors/apify~send-mail/runs', { to: 'a@example.com' }, true],
  ['apify', '/v2/actors/someone~emailsender/runs', {}, true],
  ['apify', '/v2/actors/someone~whatsapp-bot/runs', {}, true],
  ['apify', '/v2/actors/apify~instagram-scraper/runs', { to: 'a@example.com' }, false],
])('the raw call %s %s with %j is a send: %s', (provider, endpoint, input, sends) => {
  const raw = { provider, method: 'POST', endpoint, path: {}, query: {} } as const
  expect(isSend({ send: sendOfRaw(raw, input), raw, input: JSON.parse(JSON.stringify(input)) })).toBe(sends)
})
