import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Run } from '../../../../api/schemas/run.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 200 })
})
afterAll(() => service.stop())

/** A workspace in the sandbox, and its stream and wallet by HTTP. */
async function customer() {
  const { keys } = await buildWorkspace(service.db)
  const client = runClient(service.url, keys.test)
  const read = async <T>(path: string): Promise<T> => (await client.call<T>('GET', path)).body
  return {
    ...client,
    client,
    read,
    events: async () =>
      (await read<{ items: { id: string; type: string; data: Record<string, unknown> }[] }>('/v1/events')).items,
    balance: async () => (await read<{ balance: string }>('/v1/wallet')).balance,
    run: async (capability: string, input: object) => {
      const { body } = await client.run({ capability, input })
      return body
    },
    mail: async (to: unknown) =>
      (await client.run({ capability: 'email.send', input: { to, subject: 's', text: 't' } })).body,
  }
}

it('an address that was found and bounces brings the charge of its run back', async () => {
  const buyer = await customer()
  const metadata = { customer: 'acme' }
  const input = { full_name: 'Robin Sample+bounce', domain: 'example.com' }
  const { body: found } = await buyer.client.run({ capability: 'contact.find', input, metadata })
  expect(found.result).toMatchObject({ email: 'robin.sample+bounce@example.com' })
  const sent = await buyer.mail('Robin.Sample+bounce@example.com')
  const events = await until(buyer.events, (all) => all.some(({ type }) => type === 'run.credited'))
  const [bounced, credited] = events
  expect(events.map(({ type }) => type)).toEqual(['email.bounced', 'run.credited'])
  expect(bounced?.data).toMatchObject({ message_id: sent.result?.['message_id'], type: 'Permanent' })
  expect(credited?.data).toEqual({
    run_id: found.run_id,
    metadata,
    work: 'contact.find',
    reason: 'bounce',
    charged: found.billing.charged,
    credited: found.billing.charged,
    event_id: bounced?.id,
  })
  expect(await buyer.read(`/v1/runs/${found.run_id}`)).toMatchObject({
    billing: { charged: found.billing.charged, credited: found.billing.charged },
  })
  const { items } = await buyer.read<{ items: object[] }>('/v1/wallet/transactions')
  expect(items[0]).toMatchObject({ kind: 'credit_bounce', run_id: found.run_id, amount: found.billing.charged })
})

it('of equal purchases of an address, a bounce brings the latest before the send back', async () => {
  const buyer = await customer()
  const buy = () => buyer.run('contact.find', { full_name: 'Robin Sample+bounce', domain: 'example.com' })
  const [first, second] = [await buy(), await buy()]
  await buyer.mail(second.result?.['email'])
  // The report of the earlier one is applied after that of the latest.
  await until(
    async () => service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sold_address_reported'),
    (applied) => applied.some(({ run_id: id }) => id === first.run_id),
  )
  const credited = (await buyer.events()).filter(({ type }) => type === 'run.credited')
  expect(credited.map(({ data }) => data['run_id'])).toEqual([second.run_id])
  const { items } = await buyer.read<{ items: { kind: string; run_id: string }[] }>('/v1/wallet/transactions')
  expect(items.filter(({ kind }) => kind === 'credit_bounce')).toMatchObject([{ run_id: second.run_id }])
})

it('an address that has bounced is bought again, and not answered from what was saved', async () => {
  const buyer = await customer()
  await buyer.call('POST', '/v1/features', { tables: true })
  const profile = 'https://www.linkedin.com/in/robin-sample'
  await buyer.call('POST', '/v1/tables/leads/rows', { rows: [{ linkedin_url: profile }] })
  const input = { full_name: 'Robin Sample+bounce', domain: 'example.com', linkedin_url: profile }
  const find = async (more: object = {}) =>
    (await buyer.call<Run>('POST', '/v1/run', { capability: 'contact.find', input, ...more })).body
  const bought = await find({ record: { table: 'leads', key: profile, save: 'all' } })
  expect(await find()).toMatchObject({ source: { run_id: bought.run_id }, billing: { charged: '0.00' } })
  await buyer.mail(bought.result?.['email'])
  await until(buyer.events, (all) => all.some(({ type }) => type === 'run.credited'))
  const found = await find()
  expect([found.source, found.billing.charged]).toEqual([undefined, bought.billing.charged])
})

it('a refused message bounces and brings nothing back; the other address of the same message does', async () => {
  const buyer = await customer()
  const refused = await buyer.run('contact.verify', { email: 'kim+bounce-policy@example.com' })
  const unknown = await buyer.run('contact.verify', { email: 'robin@bounce.example.com' })
  await buyer.mail(['kim+bounce-policy@example.com', 'robin@bounce.example.com'])
  const events = await until(buyer.events, (all) => all.length === 3)
  expect(events.map(({ type }) => type).toSorted()).toEqual(['email.bounced', 'email.bounced', 'run.credited'])
  const billing = async ({ run_id: id }: { run_id: string }) =>
    (await buyer.read<{ billing: { credited?: string } }>(`/v1/runs/${id}`)).billing.credited
  expect([await billing(refused), await billing(unknown)]).toEqual([undefined, unknown.billing.charged])
})
