import { expect, it } from '@jest/globals'
import { timeLeft } from '../../../api/dashboard/pages/jobs/job-texts.ts'

it.each([
  [0, 'about 0 s'],
  [59, 'about 59 s'],
  [60, 'about 1 min'],
  [3_599, 'about 1 hr. 0 min'],
  [7_190, 'about 2 hr. 0 min'],
  [5_400_000, 'about 1,500 hr. 0 min'],
])('the time left of a job, %p seconds, reads %p', (seconds, text) => {
  expect(timeLeft(seconds)).toBe(text)
})
