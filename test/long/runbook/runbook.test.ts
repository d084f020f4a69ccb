import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { arrive, type Newcomer } from '../pages/newcomer.ts'
import { walk } from '../pages/walk.ts'
import { at, membersOf } from '../../support/http.ts'
import { RUNBOOK_TEXT, TITLES_WITH_COMMANDS, walksOf } from './page.ts'
import { backupPromises } from './promises/backup.ts'
import { OPERATING } from './promises/operating.ts'

/** Headings as links name them. */
const HEADINGS = new Set(
  [...RUNBOOK_TEXT.matchAll(/^#+ (.+)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  ),
)

let newcomer: Newcomer
beforeAll(async () => {
  newcomer = await arrive({})
})
afterAll(async () => {
  expect(await newcomer.leave()).toBe(0)
}, 120_000)

describe('the runbook', () => {
  it('has no command that no test executes', () => {
    const elsewhere = backupPromises({ restartPostgres: () => Promise.resolve() })
    expect(TITLES_WITH_COMMANDS.toSorted()).toEqual([...Object.keys(OPERATING), ...Object.keys(elsewhere)].toSorted())
  })

  it('links to pages, files and headings that exist', () => {
    const links = [...RUNBOOK_TEXT.matchAll(/\]\((?!http)([^)]+)\)/g)].map(([, to = '']) => to)
    expect(
      links.filter((to) =>
        to.startsWith('#')
          ? !HEADINGS.has(to)
          : !existsSync(new URL(`../../../ops/${to.split('#')[0] ?? ''}`, import.meta.url)),
      ),
    ).toEqual([])
  })

  it('has a heading for every alert, under the address that the alert names', () => {
    const rules: unknown = parse(readFileSync(new URL('../../../ops/monitoring/alerts.yaml', import.meta.url), 'utf8'))
    const alerts = membersOf(at(rules, 'groups'))
      .flatMap(([, group]) => membersOf(at(group, 'rules')))
      .map(([, rule]) => rule)
      .filter((rule) => at(rule, 'alert') !== undefined)
    expect(alerts.length).toBeGreaterThan(20)
    expect(
      alerts
        .filter((alert) => !HEADINGS.has(String(at(alert, 'annotations', 'runbook')).replace('ops/RUNBOOK.md', '')))
        .map((alert) => at(alert, 'alert')),
    ).toEqual([])
  })

  it.each(walksOf(OPERATING))(
    '$title: each command does what it promises',
    async ({ section, promises }) => {
      await walk({ section, promises, newcomer })
    },
    600_000,
  )
})
