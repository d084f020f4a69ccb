import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseUsd } from '../../../../domain/money/microdollars.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { readWallet } from '../../../build/wallet.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { numRunsFor } from '../../../support/seed.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

const balance = async (workspaceId: string) => {
  const { available, held } = await readWallet(service.db, workspaceId, 'test')
  return { available, held }
}

describe('a charge', () => {
  it('applies only to the provider that delivered, and leaves no hold', async () => {
    const workspace = await buildWorkspace(service.db, { test: '1.00' })
    const { status, body } = await runClient(service.url, workspace.keys.test).run(findContact('+fallback'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: 'sandbox-beta',
      simulated: true,
      billing: { quoted: '0.0286', charged: '0.0286' },
      attempts: [
        { provider: 'sandbox-alpha', outcome: 'provider_error' },
        { provider: 'sandbox-beta', outcome: 'succeeded' },
      ],
    })
    expect(await balance(workspace.id)).toEqual({ available: parseUsd('1.00') - parseUsd('0.0286'), held: 0n })
  })

  it.each([
    ['+no-match', 404, 'no_match', 'no_match'],
    ['+error', 502, 'failed', 'provider_error'],
    ['+timeout', 504, 'timed_out', 'provider_timeout'],
  ])('is zero for %s, and no hold is left', async (scenario, httpStatus, runStatus, code) => {
    const workspace = await buildWorkspace(service.db, { test: '1.00' })
    const { status, body } = await runClient(service.url, workspace.keys.test).run(findContact(scenario))
    expect(status).toBe(httpStatus)
    expect(body).toMatchObject({
      status: runStatus,
      done: true,
      provider: null,
      attempts: expect.arrayContaining([expect.objectContaining({ provider: 'sandbox-beta' })]),
      billing: { quoted: '0.0286', charged: null },
      error: { code },
    })
    expect(body.result).toBeUndefined()
    expect(await balance(workspace.id)).toEqual({ available: parseUsd('1.00'), held: 0n })
  })

  it('applies to a miss of a per-call capability, and no other provider is called', async () => {
    const workspace = await buildWorkspace(service.db, { test: '1.00' })
    const { status, body } = await runClient(service.url, workspace.keys.test).run({
      capability: 'contact.verify',
      input: { email: 'ada+no-match@example.com' },
    })
    expect(status).toBe(404)
    expect(body.attempts).toHaveLength(1)
    expect(body).toMatchObject({ status: 'no_match', provider: 'sandbox-alpha' })
    const charged = body.billing.charged ?? '0'
    expect(parseUsd(charged)).toBeGreaterThan(0n)
    expect(body.error?.message).toContain(
      `sandbox-alpha charges for the call also where it finds nothing: ${charged} was charged`,
    )
    expect(body.attempts[0]?.detail).toContain('the provider charges for the call all the same')
    expect((await balance(workspace.id)).available).toBe(parseUsd('1.00') - parseUsd(charged))
  })

  it('is nothing for an empty map of a website, and its pages alone for another', async () => {
    const workspace = await buildWorkspace(service.db, { test: '1.00' })
    const client = runClient(service.url, workspace.keys.test)
    const map = (url: string) => client.run({ capability: 'web.map', input: { url, limit: 20 } })
    const empty = await map('https://www.example.com/+no-match')
    expect([empty.body.status, empty.body.billing.charged]).toEqual(['no_match', null])
    const { body } = await map('https://www.example.com/')
    expect([body.billing.quoted, body.billing.charged]).toEqual(['0.004', '0.002'])
    expect((await balance(workspace.id)).available).toBe(parseUsd('0.998'))
  })

  it('covers the delivered units of a metered run and releases the rest of the hold', async () => {
    const workspace = await buildWorkspace(service.db, { test: '10.00' })
    const { body } = await runClient(service.url, workspace.keys.test).run({
      capability: 'social.search',
      input: { platform: 'x', query: 'rockets', limit: 7 },
    })
    expect(body.status).toBe('succeeded')
    const charged = parseUsd(body.billing.charged ?? '0')
    expect(charged).toBeGreaterThan(0n)
    expect(charged).toBeLessThanOrEqual(parseUsd(body.billing.quoted ?? '0'))
    expect(await balance(workspace.id)).toEqual({ available: parseUsd('10.00') - charged, held: 0n })
  })

  it('is paid by exactly as many parallel runs as the balance covers', async () => {
    const runs = numRunsFor(500)
    const carried = runs / 5
    // Each run holds 0.0286 and settles 0.0286 when pinned to the dearer provider.
    const workspace = await buildWorkspace(service.db, { test: (0.0286 * carried).toFixed(4) })
    const client = runClient(service.url, workspace.keys.test)
    const answers = await Promise.all(
      Array.from({ length: runs }, (_, index) =>
        client.run({
          ...findContact(),
          routing: { provider: 'sandbox-beta' },
          wait_seconds: 120,
          idempotency_key: `parallel-${index}`,
        }),
      ),
    )
    const paid = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 402)
    expect({ paid: paid.length, refused: refused.length }).toEqual({ paid: carried, refused: runs - carried })
    expect(
      refused.every(({ body }) => body.error?.code === 'insufficient_balance' && body.billing.charged === null),
    ).toBe(true)
    expect(await balance(workspace.id)).toEqual({ available: 0n, held: 0n })
    expect((await verifyLedger(service.db)).drifts).toEqual([])
  }, 300_000)
})
