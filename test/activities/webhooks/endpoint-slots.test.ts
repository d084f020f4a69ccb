import { describe, expect, it } from '@jest/globals'
import { createEndpointSlots, type TakenSlot, type EndpointSlots } from '../../../activities/webhooks/endpoint-slots.ts'
import {
  ATTEMPTS_AT_ONCE_MAX,
  SLOW_AT_ONCE_MAX,
  WAITING_MAX,
  WAITING_MS_MAX,
} from '../../../domain/webhooks/endpoint-slots.ts'

const healthy = { webhookId: 'wh_1', failing: false, test: false }
const END = { latencyMs: 100, delivered: true }

const create = (): EndpointSlots => createEndpointSlots(() => performance.now())
/** As many slots as a healthy endpoint has. */
const fill = (slots: EndpointSlots): Promise<TakenSlot[]> =>
  Promise.all(Array.from({ length: ATTEMPTS_AT_ONCE_MAX.healthy }, () => slots.take(healthy)))
const end = (slot: TakenSlot | undefined, how = END): void => {
  if (slot?.kind === 'taken') slot.done(how)
}

describe('a full healthy endpoint', () => {
  it('lets a few wait in the worker, which get slots in their order as others end well', async () => {
    const slots = create()
    const taken = await fill(slots)
    const order: number[] = []
    const waiting = [1, 2, 3].map((number) =>
      slots.take(healthy).then((slot) => {
        order.push(number)
        return slot
      }),
    )
    for (const slot of taken.slice(0, 3)) end(slot)
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['taken', 'taken', 'taken'])
    expect(order).toEqual([1, 2, 3])
  })

  it("ends all waits when one attempt fails: the waiting attempts read the endpoint's state again", async () => {
    const slots = create()
    const [first] = await fill(slots)
    const startedAt = performance.now()
    const waiting = Promise.all([slots.take(healthy), slots.take(healthy)])
    end(first, { latencyMs: 100, delivered: false })
    expect((await waiting).map(({ kind }) => kind)).toEqual(['later', 'later'])
    expect(performance.now() - startedAt).toBeLessThan(WAITING_MS_MAX)
    expect((await slots.take(healthy)).kind).toBe('taken')
  })

  it('lets no attempt wait after one has waited in vain, until it answers again', async () => {
    const slots = create()
    const taken = await fill(slots)
    expect((await slots.take(healthy)).kind).toBe('later')
    const startedAt = performance.now()
    expect(
      (await Promise.all(Array.from({ length: 10 }, () => slots.take(healthy)))).every(({ kind }) => kind === 'later'),
    ).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(WAITING_MS_MAX)
    end(taken[0])
    end(taken[1])
    expect((await slots.take(healthy)).kind).toBe('taken')
  })

  it('has room for a fixed number of waiting attempts, and no more', async () => {
    const slots = create()
    const taken = await fill(slots)
    const waiting = Array.from({ length: WAITING_MAX }, () => slots.take(healthy))
    expect((await slots.take(healthy)).kind).toBe('later')
    const ended = new Set<TakenSlot>()
    for (const slot of taken) end(slot)
    for (const one of waiting) {
      const slot = await one
      ended.add(slot)
      end(slot)
    }
    expect([...ended].every(({ kind }) => kind === 'taken')).toBe(true)
    expect((await fill(slots)).every(({ kind }) => kind === 'taken')).toBe(true)
  })

  it('does not affect another endpoint', async () => {
    const slots = create()
    await fill(slots)
    expect((await slots.take({ ...healthy, webhookId: 'wh_2' })).kind).toBe('taken')
  })
})

describe('failing endpoints', () => {
  it('have two slots each, which are free again when an attempt has ended, in any way', async () => {
    const slots = create()
    const failing = { ...healthy, failing: true }
    const [first] = [await slots.take(failing), await slots.take(failing)]
    expect((await slots.take(failing)).kind).toBe('later')
    end(first, { latencyMs: 10_000, delivered: false })
    expect((await slots.take(failing)).kind).toBe('taken')
  })
})

/** The worker's slots for attempts (worker/webhook-worker.ts). */
const SLOTS = 400
const slowly = { latencyMs: 9_000, delivered: true }
const quickly = { latencyMs: 50, delivered: true }
const wanted = (webhookId: string) => ({ webhookId, failing: false, test: false })

describe('endpoints that answer, but slowly', () => {
  it('take few of the slots however many they are, and all of theirs once they are quick', async () => {
    const slots = createEndpointSlots(() => 0)
    const ids = Array.from({ length: 30 }, (_, index) => `wh_${index}`)
    for (const id of ids) {
      const slot = await slots.take(wanted(id))
      if (slot.kind === 'taken') slot.done(slowly)
    }
    const answers = await Promise.all(ids.flatMap((id) => Array.from({ length: 20 }, () => slots.take(wanted(id)))))
    const taken = answers.filter((slot) => slot.kind === 'taken')
    expect(taken).toHaveLength(SLOW_AT_ONCE_MAX)
    expect(taken.length).toBeLessThan(SLOTS / 2)
    expect(await slots.take(wanted('wh_quick'))).toMatchObject({ kind: 'taken' })
    for (let round = 0; round < 6; round += 1) {
      for (const slot of taken.splice(0, 20)) slot.done(quickly)
    }
    const again = await Promise.all(Array.from({ length: 20 }, () => slots.take(wanted('wh_0'))))
    expect(again.filter(({ kind }) => kind === 'taken')).toHaveLength(20)
  })

  it('end all waits when they slot out to be slow', async () => {
    const slots = createEndpointSlots(() => 0)
    const taken = await Promise.all(Array.from({ length: 20 }, () => slots.take(wanted('wh_1'))))
    const waiting = Promise.all(Array.from({ length: 20 }, () => slots.take(wanted('wh_1'))))
    const [first] = taken
    if (first?.kind === 'taken') first.done(slowly)
    expect((await waiting).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'later'))
  })
})
