import { describe, expect, it } from '@jest/globals'
import { decisionOf, faultsOf, INDEX, indexed, readDecisions, rowOf } from './decisions.ts'
import { readPages } from './pages.ts'

const pages = readPages()
const decisions = readDecisions(pages)

describe('the records of decisions', () => {
  it('have a date, a status and the records that they replace', () => {
    expect(decisions.length).toBeGreaterThan(100)
    expect(faultsOf(decisions)).toEqual([])
  })

  it('have different names', () => {
    const names = decisions.map(({ name }) => name.toLowerCase())
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it('have a row each under their topic, as long as they are in force', () => {
    const index = indexed(pages.find(({ path }) => path === INDEX)?.text ?? '')
    for (const { topic, rows } of index) {
      const inForce = decisions.filter((one) => one.topic === topic && one.status === 'accepted')
      expect(rows.toSorted()).toEqual(inForce.map(rowOf).toSorted())
    }
    const topics = index.map(({ topic }) => topic)
    expect(decisions.filter(({ topic }) => !topics.includes(topic)).map(({ file }) => file)).toEqual([])
  })
})

describe('the rule', () => {
  const record = (name: string, head: string) =>
    decisionOf({
      path: `docs/decisions/${name}.md`,
      text: `---\ndate: 2026-11-29\n${head}\ntopic: Money\n---\n\n# ${name}\n\n**One\nsentence.**\n\nWhy.\n`,
    })

  it('reads a record', () => {
    expect(record('hold', 'status: accepted')).toMatchObject({
      file: 'hold.md',
      topic: 'Money',
      sentence: 'One sentence.',
    })
    expect(() => decisionOf({ path: 'docs/decisions/a.md', text: '# A\n' })).toThrow('docs/decisions/a.md')
  })

  it('finds a record that another one replaced without a word', () => {
    const old = record('old', 'status: superseded by new.md')
    expect(faultsOf([old, record('new', 'status: accepted\nsupersedes: old.md')])).toEqual([])
    expect(faultsOf([old, record('new', 'status: accepted')])).toEqual(['old.md: new.md does not supersede it'])
    expect(faultsOf([record('new', 'status: accepted\nsupersedes: old.md')])).toEqual([
      'new.md: old.md is not superseded by it',
    ])
    expect(faultsOf([record('odd', 'status: rejected')])).toEqual(['odd.md: its status is rejected'])
  })
})
