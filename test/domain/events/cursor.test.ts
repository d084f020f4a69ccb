import { describe, expect, it } from '@jest/globals'
import { judgeUnknownCursor } from '../../../domain/events/cursor.ts'
import { encodeId, ID_RANDOM_BYTES, timeOfId } from '../../../domain/ids/ids.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T09:30:00Z')
const at = (ms: number) => encodeId('evt', ms, new Uint8Array(ID_RANDOM_BYTES))

describe('the time of an id', () => {
  it.each([0, 1, 31, 32, NOW, 2 ** 48 - 1])('is the time at which it was made: %i', (ms) => {
    expect(timeOfId(at(ms))).toBe(ms)
  })
})

describe('a cursor whose event is not kept', () => {
  const purged = at(NOW - 31 * DAY_MS)
  it.each([
    [
      'is unknown where nothing was ever purged',
      at(NOW - 40 * DAY_MS),
      { purgedEventId: null, oldestEventId: null },
      'unknown',
    ],
    [
      'is unknown where nothing was ever purged, whatever is kept',
      at(NOW - 40 * DAY_MS),
      { purgedEventId: null, oldestEventId: at(NOW) },
      'unknown',
    ],
    ['has expired where nothing is kept', at(NOW), { purgedEventId: purged, oldestEventId: null }, 'expired'],
    [
      'has expired where it is older than what is kept',
      at(NOW - 30 * DAY_MS),
      { purgedEventId: purged, oldestEventId: at(NOW - 29 * DAY_MS) },
      'expired',
    ],
    [
      'has expired where its id was drawn a little later than that of one behind it',
      at(NOW - 31 * DAY_MS + 500),
      { purgedEventId: purged, oldestEventId: at(NOW - 31 * DAY_MS + 100) },
      'expired',
    ],
    [
      'is unknown where it is younger than the oldest kept',
      at(NOW - 10 * DAY_MS),
      { purgedEventId: purged, oldestEventId: at(NOW - 29 * DAY_MS) },
      'unknown',
    ],
  ] as const)('%s', (_, after, facts, verdict) => {
    expect(judgeUnknownCursor(after, facts)).toBe(verdict)
  })
})
