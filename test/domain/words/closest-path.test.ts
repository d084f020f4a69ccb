import { describe, expect, it } from '@jest/globals'
import { closestPath } from '../../../domain/words/closest-path.ts'

const KNOWN = ['/v1/run', '/v1/runs', '/v1/runs/{run_id}', '/v1/runs/{run_id}/cancel', '/v1/tables/{name}/rows']

describe('the path that was meant', () => {
  it.each([
    ['/v1/runz', '/v1/run'],
    ['/v1/run/run_1', '/v1/runs/{run_id}'],
    ['/v1/runs/run_1/cancle', '/v1/runs/{run_id}/cancel'],
    ['/v1/table/leads/rows', '/v1/tables/{name}/rows'],
    ['/v1/nothing', null],
    ['/wp-login.php', null],
    [`/v1/${'x'.repeat(300)}`, null],
  ])('of %s is %s', (path, meant) => {
    expect(closestPath(path, KNOWN)).toBe(meant)
  })
})
