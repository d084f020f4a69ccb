import { describe, expect, it } from '@jest/globals'
import { describeOnlyWith } from '../../support/only-with.ts'
import { alerts, failedIn, promtool, type Rule } from './promtool.ts'

const executable = process.env['PROMTOOL'] ?? ''

const found = executable === '' ? null : executable

describeOnlyWith({ found, missing: '`npm run alerts:check` brings promtool' }, 'alerts', () => {
  it.each([
    [['check', 'rules', 'alerts.yaml']],
    [['check', 'config', 'scrape.yaml']],
    [['test', 'rules', 'alerts.test.yaml']],
  ])('promtool %j succeeds', (args) => {
    expect(promtool(executable, args)).toMatchObject({ ok: true })
  })

  // All are changed at once, because one trial takes as long as thirty: each has to be named among those that failed.
  describe('a change of any alert is detected', () => {
    const trial = (change: (alert: Rule) => Rule): ReadonlySet<string> => {
      const { ok, output } = promtool(executable, ['test', 'rules', 'alerts.test.yaml'], change)
      expect(ok).toBe(false)
      return failedIn(output)
    }
    const unnoticed = (changed: readonly Rule[], failed: ReadonlySet<string>): string[] =>
      changed.map(({ alert = '' }) => alert).filter((name) => !failed.has(name))

    it('one that never fires', () => {
      expect(
        unnoticed(
          alerts,
          trial((alert) => ({ ...alert, expr: `(${alert.expr}) unless on() vector(1)` })),
        ),
      ).toEqual([])
    })

    it('one that fires at once, not after its time', () => {
      const failed = trial((alert) => ({ ...alert, for: '0s' }))
      expect(
        unnoticed(
          alerts.filter((alert) => alert.for !== undefined),
          failed,
        ),
      ).toEqual([])
    })

    it('one that takes ten times as long', () => {
      const failed = trial((alert) =>
        alert.for === undefined ? alert : { ...alert, for: `${Number.parseInt(alert.for, 10) * 10}m` },
      )
      expect(
        unnoticed(
          alerts.filter((alert) => alert.for !== undefined),
          failed,
        ),
      ).toEqual([])
    })

    it('one whose threshold is gone', () => {
      const bounded = alerts.filter(({ expr }) => / > [\d.]/.test(expr))
      expect(bounded.length).toBeGreaterThan(20)
      expect(
        unnoticed(
          bounded,
          trial((alert) => ({ ...alert, expr: alert.expr.replaceAll(/ > (?=[\d.])/g, ' >= 0 * ') })),
        ),
      ).toEqual([])
    })
  })
})
