import { describe, expect, it } from '@jest/globals'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts'
import { inboundFixture } from '../build/inbound.ts'
import { agentmail } from './agentmail/twin.ts'
import { mailboxesOf, newMail } from './agentmail/mailbox.ts'
import type { Account } from './kit/twin.ts'

/** The paths of all members of a report; those of a list are the members of its items. */
const pathsOf = (value: Json, at = ''): string[] =>
  Array.isArray(value)
    ? value.flatMap((one) => pathsOf(one, at))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([name, one]) => [`${at}/${name}`, ...pathsOf(one, `${at}/${name}`)])
      : []

/** What the twin of AgentMail reports of a sent mail. */
async function reported(happening: string, more: JsonObject = {}): Promise<JsonObject> {
  const account: Account = { key: 'twin_agentmail_platform', credits: 1, revoked: false }
  const { message_id } = newMail(mailboxesOf(account), 'sales@agentmail.example', { to: ['robin.sample@example.com'] })
  const reports: JsonObject[] = []
  await agentmail.happenings?.[happening]?.(
    { message_id, ...more },
    {
      accounts: [account],
      platform: () => account,
      report: async (message) => void reports.push(message),
      publish: () => undefined,
    },
  )
  const [report] = reports
  if (report === undefined) throw new Error(`nothing was reported of ${happening}`)
  return report
}

/** What a twin shows beyond the provider's own example, which the document states of no report. None at present. */
const KNOWN_BEYOND: Readonly<Record<string, readonly string[]>> = {}

describe('what the twin of AgentMail reports', () => {
  it.each(['delivered', 'bounced', 'complained', 'rejected'])('of %s has the members of the example', async (what) => {
    const [shown, example] = [await reported(what), inboundFixture(`agentmail-${what}`)]
    const beyond = pathsOf(shown).filter((path) => !pathsOf(example).includes(path))
    expect(beyond).toEqual(KNOWN_BEYOND[what] ?? [])
    expect(pathsOf(example).filter((path) => !pathsOf(shown).includes(path))).toEqual([])
  })

  it('of a bounce has the values of the example, and those of a mail server only where a test states them', async () => {
    const valuesOf = ({ bounce }: JsonObject) => {
      const { type, sub_type, recipients } = Object(bounce)
      return { type, sub_type, recipients }
    }
    expect(valuesOf(await reported('bounced'))).toEqual(valuesOf(inboundFixture('agentmail-bounced')))
    const text = '550 5.4.1 Recipient address rejected: Access denied'
    expect(valuesOf(await reported('bounced', { status: text })).recipients).toEqual([
      { address: 'robin.sample@example.com', status: text },
    ])
  })
})
