import { describe, expect, it } from '@jest/globals'
import { readPages } from './pages.ts'
import { dotted, isNode, type Node, parseFile, readSources, type SourceFile } from './sources.ts'

const PAGE = 'docs/logs.md'
/** It passes on the events of activities and the sentences of Temporal's SDK. */
const FORWARDS = 'worker/log.ts'
/** They report to a person at a terminal. */
const NOT_SERVED = /^(?:test|lab|examples)\//

const LOG_CALL = /(?:^|\.)log(?:ger)?\.(?:trace|debug|info|warn|error|fatal)$/
const EVENT = /^[a-z]+(?:_[a-z]+)*$/

/** `log.warn`, and `log[level]` as `log.warn`. */
function calleeOf(call: Node): string {
  const callee = call['callee']
  const computed = isNode(callee) && isNode(callee['property']) && callee['property'].type === 'Computed'
  return (computed ? `${dotted(callee['object'])}.warn` : dotted(callee)) ?? ''
}

/** The event of each log call; null when its second argument is no literal. */
function eventsOf({ nodes }: SourceFile): (string | null)[] {
  return nodes
    .filter((node) => node.type === 'CallExpression' && LOG_CALL.test(calleeOf(node)))
    .map((node) => {
      const [, second]: readonly unknown[] = Array.isArray(node['arguments']) ? node['arguments'] : []
      const event = typeof second === 'object' && second !== null && 'expression' in second ? second.expression : null
      return isNode(event) && event.type === 'StringLiteral' ? String(event['value']) : null
    })
}

const sources = readSources().filter(({ path }) => !NOT_SERVED.test(path) && path !== FORWARDS)
const logged = sources.flatMap((source) => eventsOf(source).map((event) => ({ path: source.path, event })))
const text = readPages().find(({ path }) => path === PAGE)?.text ?? ''
const listed = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, event = '']) => event)

describe('log calls', () => {
  it('have an event in snake_case as their second argument', () => {
    expect(logged.length).toBeGreaterThan(90)
    expect(logged.filter(({ event }) => event === null || !EVENT.test(event))).toEqual([])
  })

  it(`log the events that ${PAGE} lists, each once`, () => {
    const events = new Set(logged.map(({ event }) => event))
    expect(listed.toSorted()).toEqual([...events].toSorted())
  })

  it.each([
    ["log.warn({ id }, 'run_lost')", ['run_lost']],
    ["deps.log.error({ error }, 'run_lost')", ['run_lost']],
    ["log[level]({ error }, 'run_lost')", ['run_lost']],
    ["log.info('run_lost')", [null]],
    ['log.info({}, `run ${id}`)', [null]],
    ["Math.log('run_lost')", []],
  ])('are found: %s', (code, events) => {
    expect(eventsOf(parseFile('a.ts', code))).toEqual(events)
  })
})
