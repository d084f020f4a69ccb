import { describe, expect, it } from '@jest/globals'
import { createTurns, type TakenTurn, type Turns } from '../../../activities/webhooks/turns.ts'
import { ATTEMPTS_AT_ONCE_MAX, SLOW_AT_ONCE_MAX, WAITING_MAX, WAITING_MS_MAX } from '../../../domain/webhooks/turns.ts'

const healthy = { webhookId: 'wh_1', failing: false, test: false }
const END = { latencyMs: 100, delivered: true }

const create = (): Turns => createTurns(() => performance.now())
/** As many slots as a healthy endpoint has. */
const fill = (turns: Turns): Promise<TakenTurn[]> =>
  Promise.all(Array.from({ length: ATTEMPTS_AT_ONCE_MAX.healthy }, () => turns.take(healthy)))
const end = (turn: TakenTurn | undefined, how = END): void => {
  if (turn?.kind === 'taken') turn.done(how)
}

describe('a full healthy endpoint', () => {
  it('lets a few wait in the worker, which get slots in their order as others end well', async () => {
    const turns = create()
    const taken = await fill(turns)
    const order: number[] = []
    const waiting = [1, 2, 3].map((number) =>
      turns.take(healthy).then((turn) => {
        order.push(number)
        return turn
      }),
    )
    for (const turn of taken.slice(0, 3)) end(turn)
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['taken', 'taken', 'taken'])
    expect(order).toEqual([1, 2, 3])
  })

  it("ends all waits when one attempt fails: the waiting attempts read the endpoint's state again", async () => {
    const turns = create()
    const [first] = await fill(turns)
    const startedAt = performance.now()
    const waiting = Promise.all([turns.take(healthy), turns.take(healthy)])
    end(first, { latencyMs: 100, delivered: false })
    expect((await waiting).map(({ kind }) => kind)).toEqual(['later', 'later'])
    expect(performance.now() - startedAt).toBeLessThan(WAITING_MS_MAX)
    expect((await turns.take(healthy)).kind).toBe('taken')
  })

  it('lets no attempt wait after one has waited in vain, until it answers again', async () => {
    const turns = create()
    const taken = await fill(turns)
    expect((await turns.take(healthy)).kind).toBe('later')
    const startedAt = performance.now()
    expect(
      (await Promise.all(Array.from({ length: 10 }, () => turns.take(healthy)))).every(({ kind }) => kind === 'later'),
    ).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(WAITING_MS_MAX)
    end(taken[0])
    end(taken[1])
    expect((await turns.take(healthy)).kind).toBe('taken')
  })

  it('has room for a fixed number of waiting attempts, and no more', async () => {
    const turns = create()
    const taken = await fill(turns)
    const waiting = Array.from({ length: WAITING_MAX }, () => turns.take(healthy))
    expect((await turns.take(healthy)).kind).toBe('later')
    const ended = new Set<TakenTurn>()
    for (const turn of taken) end(turn)
    for (const one of waiting) {
      const turn = await one
      ended.add(turn)
      end(turn)
    }
    expect([...ended].every(({ kind }) => kind === 'taken')).toBe(true)
    expect((await fill(turns)).every(({ kind }) => kind === 'taken')).toBe(true)
  })

  it('does not affect another endpoint', async () => {
    const turns = create()
    await fill(turns)
    expect((await turns.take({ ...healthy, webhookId: 'wh_2' })).kind).toBe('taken')
  })
})

describe('failing endpoints', () => {
  it('have two slots each, which are free again when an attempt has ended, in any way', async () => {
    const turns = create()
    const failing = { ...healthy, failing: true }
    const [first] = [await turns.take(failing), await turns.take(failing)]
    expect((await turns.take(failing)).kind).toBe('later')
    end(first, { latencyMs: 10_000, delivered: false })
    expect((await turns.take(failing)).kind).toBe('taken')
  })
})

/** The worker's slots for attempts (worker/webhook-worker.ts). */
const SLOTS = 400
const slowly = { latencyMs: 9_000, delivered: true }
const quickly = { latencyMs: 50, delivered: true }
const wanted = (webhookId: string) => ({ webhookId, failing: false, test: false })

describe('endpoints that answer, but slowly', () => {
  it('take few of the slots however many they are, and all of theirs once they are quick', async () => {
    const turns = createTurns(() => 0)
    const ids = Array.from({ length: 30 }, (_, index) => `wh_${index}`)
    for (const id of ids) {
      const turn = await turns.take(wanted(id))
      if (turn.kind === 'taken') turn.done(slowly)
    }
    const answers = await Promise.all(ids.flatMap((id) => Array.from({ length: 20 }, () => turns.take(wanted(id)))))
    const taken = answers.filter((turn) => turn.kind === 'taken')
    expect(taken).toHaveLength(SLOW_AT_ONCE_MAX)
    expect(taken.length).toBeLessThan(SLOTS / 2)
    expect(await turns.take(wanted('wh_quick'))).toMatchObject({ kind: 'taken' })
    for (let round = 0; round < 6; round += 1) {
      for (const turn of taken.splice(0, 20)) turn.done(quickly)
    }
    const again = await Promise.all(Array.from({ length: 20 }, () => turns.take(wanted('wh_0'))))
    expect(again.filter(({ kind }) => kind === 'taken')).toHaveLength(20)
  })

  it('end all waits when they turn out to be slow', async () => {
    const turns = createTurns(() => 0)
    const taken = await Promise.all(Array.from({ length: 20 }, () => turns.take(wanted('wh_1'))))
    const waiting = Promise.all(Array.from({ length: 20 }, () => turns.take(wanted('wh_1'))))
    const [first] = taken
    if (first?.kind === 'taken') first.done(slowly)
    expect((await waiting).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'later'))
  })
})
