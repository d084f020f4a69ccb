import { expect, it } from '@jest/globals'
import { dueAt, firstReminder, reminderDue } from '../../../domain/erasures/request.ts'

const REQUESTED = new Date('2026-11-01T10:00:00Z')
const day = (count: number): Date => new Date(REQUESTED.getTime() + count * 86_400_000)

it('a request is answered within thirty days, and reminded of twice', () => {
  expect([dueAt(REQUESTED), firstReminder(REQUESTED)]).toEqual([day(30), day(20)])
  expect(reminderDue(REQUESTED, day(20), day(19))).toBeNull()
  expect(reminderDue(REQUESTED, day(20), day(20))).toEqual({ day: 20, next: day(28) })
  expect(reminderDue(REQUESTED, day(28), day(60))).toEqual({ day: 28, next: null })
})
