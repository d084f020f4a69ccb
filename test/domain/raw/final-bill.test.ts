import { describe, expect, it } from '@jest/globals'
import { nextReadingMs, type OpenReading } from '../../../domain/raw/final-bill.ts'

const DELAY_MS = 180_000
const minutesAfter = (reading: OpenReading): number | null => {
  const afterMs = nextReadingMs(reading, DELAY_MS)
  return afterMs === null ? null : afterMs / 60_000
}

describe('the next reading of a final bill', () => {
  it('comes later each time while no bill is booked', () => {
    const pauses = Array.from({ length: 9 }, (_, index) =>
      minutesAfter({ found: 'pending', readings: index + 1, unreadable: 0, overdue: false }),
    )
    expect(pauses).toEqual([3, 6, 18, 30, 60, 120, 240, 240, 240])
  })

  it.each([1, 5, 100])(
    'comes three times more when reading %i is the first with a cost that cannot be read',
    (first) => {
      const pauses = [1, 2, 3, 4].map((unreadable) =>
        minutesAfter({ found: 'unreadable', readings: first + unreadable - 1, unreadable, overdue: false }),
      )
      expect(pauses).toEqual([3, 3, 3, null])
    },
  )

  it('continues as before when a later reading has no bill again', () => {
    expect(minutesAfter({ found: 'pending', readings: 3, unreadable: 2, overdue: false })).toBe(18)
  })

  it.each(['pending', 'unreadable'] as const)('does not come after a day: %s', (found) => {
    expect(minutesAfter({ found, readings: 1, unreadable: 1, overdue: true })).toBeNull()
  })
})
