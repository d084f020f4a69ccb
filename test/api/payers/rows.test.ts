import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { declaredRoutes } from '../../../api/http/declared-routes.ts'
import { createTools } from '../../../api/mcp/tools.ts'
import { ROUTE_CASES, TOOL_CASES } from './cases.ts'
import { PAGES_WITH_RUNS, RUN_EFFECTS, TOOLS_WITH_RUNS } from './rows.ts'

const routes = declaredRoutes()
const isSwept = (operation: string): boolean => (RUN_EFFECTS[operation] ?? 'none') !== 'none'

it('every route that may change something states what it does with runs', () => {
  const changing = routes.filter(({ method, access }) => method !== 'GET' && access !== 'public')
  expect(Object.keys(RUN_EFFECTS).toSorted()).toEqual(changing.map(({ operationId }) => operationId).toSorted())
})

it('every route that begins, continues or ends something is in the sweep', () => {
  expect(Object.keys(ROUTE_CASES).toSorted()).toEqual(Object.keys(RUN_EFFECTS).filter(isSwept).toSorted())
})

it('every tool that begins, continues or ends something is in the sweep', () => {
  const found: string[] = []
  const tools = createTools((operationId) => {
    const route = routes.find((one) => one.operationId === operationId)
    if (route === undefined) throw new Error(`there is no route ${operationId}`)
    found.push(operationId)
    return { route, requireAccess: () => undefined, call: () => Promise.reject(new Error('no tool is called here')) }
  })
  expect(found.filter(isSwept).toSorted()).toEqual(Object.values(TOOLS_WITH_RUNS).flat().toSorted())
  expect(Object.keys(TOOLS_WITH_RUNS).filter((name) => !tools.some((tool) => tool.name === name))).toEqual([])
  expect(Object.keys(TOOL_CASES).toSorted()).toEqual(Object.keys(TOOLS_WITH_RUNS).toSorted())
})

const DASHBOARD = 'api/dashboard'

it('every page whose forms begin, continue or end something has a row', () => {
  const files = readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const found = files.flatMap((file) => {
    const text = readFileSync(`${DASHBOARD}/${file}`, 'utf8')
    const operations = [
      ...new Set(
        [...text.matchAll(/(?:\bfind(?:File)?\(|\b(?:read|destroy): \[)'(\w+)'/g)].map(
          ([, operation = '']) => operation,
        ),
      ),
    ]
    const running = operations.filter(isSwept).toSorted()
    return running.length === 0 ? [] : [[file, running] as const]
  })
  expect(Object.fromEntries(found)).toEqual(PAGES_WITH_RUNS)
})
