import { describe, expect, it } from '@jest/globals'
import { mistakesIn } from '../support/promql.ts'
import { readPage } from '../support/prometheus.ts'

const PAGE = readPage(`# TYPE runs_ended_total counter
runs_ended_total{environment="live",kind="raw",status="succeeded",code="none"} 3
# TYPE run_duration_seconds histogram
run_duration_seconds_bucket{le="+Inf",environment="live",kind="raw"} 3
# TYPE runs_overdue gauge
runs_overdue 0
# TYPE temporal_sticky_cache_size gauge
temporal_sticky_cache_size{task_queue="runs"} 1
`)
const mistakes = (expr: string): string[] => mistakesIn(expr, { pages: [PAGE], recorded: new Set(['service:x:ratio']) })

describe('an expression that can have a value', () => {
  it.each([
    'sum by (status) (rate(runs_ended_total{environment="live"}[5m]))',
    // It has not happened here, and it may.
    'runs_ended_total{status="timed_out", code=~"provider_error|internal_error"}',
    'histogram_quantile(0.95, sum by (le, kind) (rate(run_duration_seconds_bucket{environment=~"$environment"}[$__rate_interval]))) > 5',
    'max(runs_overdue) > 0 or absent(service:x:ratio)',
    'sum by (instance) (temporal_sticky_cache_size{task_queue=~"run.*"})',
  ])('%s', (expr) => expect(mistakes(expr)).toEqual([]))
})

describe('a mistake is found', () => {
  it.each([
    ['a name that no process exposes', 'max(runs_overdu) > 0', 'runs_overdu is not exposed'],
    ['a label that it does not have', 'runs_overdue{environment="live"}', 'runs_overdue has no label environment'],
    [
      'a value that it can never have',
      'runs_ended_total{status="succeded"}',
      'status of runs_ended_total is never succeded',
    ],
    [
      'one of several values',
      'runs_ended_total{status=~"failed|timedout"}',
      'status of runs_ended_total is never timedout',
    ],
    [
      'a value of another system that was not seen',
      'temporal_sticky_cache_size{task_queue="other"}',
      'task_queue of temporal_sticky_cache_size is never other',
    ],
    [
      'a group that it cannot have',
      'sum by (tool) (runs_ended_total)',
      'groups by tool, which runs_ended_total do not have',
    ],
    ['the rate of a metric that may fall', 'rate(runs_overdue[5m])', 'rate() of runs_overdue, which is a gauge'],
    ['a parenthesis too few', 'sum(rate(runs_ended_total[5m])', 'cannot be read'],
    ['a range too few', 'sum(rate(runs_ended_total[]))', 'cannot be read'],
    ['an unknown function', 'rates(runs_ended_total[5m])', 'cannot be read'],
    ['a variable without a value', 'runs_overdue > $limit', 'cannot be read'],
    [
      'a label of a recorded ratio',
      'service:x:ratio{environment="live"}',
      'service:x:ratio is recorded without environment',
    ],
  ])('%s', (_, expr, expected) => expect(mistakes(expr).join('\n')).toContain(expected))
})
