import { describe, expect, it } from '@jest/globals'
import { createTurns } from '../../../activities/webhooks/turns.ts'
import { SLOW_AT_ONCE_MAX } from '../../../domain/webhooks/turns.ts'

/** The worker's slots for attempts (worker/webhook-worker.ts). */
const SLOTS = 400
const slowly = { latencyMs: 9_000, delivered: true }
const quickly = { latencyMs: 50, delivered: true }
const wanted = (webhookId: string) => ({ webhookId, failing: false, test: false })

describe('endpoints that answer, but slowly', () => {
  it('keep few of the slots however many they are, and all of theirs once they are quick', async () => {
    const turns = createTurns(() => 0)
    const ids = Array.from({ length: 30 }, (_, index) => `wh_${index}`)
    for (const id of ids) {
      const turn = await turns.take(wanted(id))
      if (turn.kind === 'taken') turn.done(slowly)
    }
    const asked = await Promise.all(ids.flatMap((id) => Array.from({ length: 20 }, () => turns.take(wanted(id)))))
    const taken = asked.filter((turn) => turn.kind === 'taken')
    expect(taken).toHaveLength(SLOW_AT_ONCE_MAX)
    expect(taken.length).toBeLessThan(SLOTS / 2)
    expect(await turns.take(wanted('wh_quick'))).toMatchObject({ kind: 'taken' })
    for (let round = 0; round < 6; round += 1) {
      for (const turn of taken.splice(0, 20)) turn.done(quickly)
    }
    const again = await Promise.all(Array.from({ length: 20 }, () => turns.take(wanted('wh_0'))))
    expect(again.filter(({ kind }) => kind === 'taken')).toHaveLength(20)
  })

  it('send those away who wait for a place when they turn out to be slow', async () => {
    const turns = createTurns(() => 0)
    const taken = await Promise.all(Array.from({ length: 20 }, () => turns.take(wanted('wh_1'))))
    const waiting = Promise.all(Array.from({ length: 20 }, () => turns.take(wanted('wh_1'))))
    const [first] = taken
    if (first?.kind === 'taken') first.done(slowly)
    expect((await waiting).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'later'))
  })
})
