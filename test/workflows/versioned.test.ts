import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { OPERATION_TYPES } from '../../domain/operations/operations.ts'
import * as workflows from '../../workflows/index.ts'
import * as versioned from '../../workflows/versioned.ts'

/** What a workflow is registered with, by the name that the SDK stores it under. */
const behaviorOf = (workflow: object): unknown => {
  const options: unknown = Reflect.get(workflow, 'workflowDefinitionOptions')
  return options instanceof Object ? Reflect.get(options, 'versioningBehavior') : undefined
}

/** The rows of the table in ops/DEPLOY.md: the cell with the workflows, and the cell that states what they do. */
function rowsOfDeployPage(): readonly (readonly [workflows: string, ends: string])[] {
  const page = readFileSync(new URL('../../ops/DEPLOY.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('## What stays and what moves\n')
  const [table = ''] = section.split('\n## ')
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, names = '', , ends = '']) => [names, ends] as const)
}

const OPERATIONS: ReadonlySet<string> = new Set(Object.values(OPERATION_TYPES))

/** The page names two operations of providers and includes the others. */
const rowHas = (names: string, workflow: string): boolean =>
  names.includes(`\`${workflow}\``) || (OPERATIONS.has(workflow) && names.startsWith('provider operations'))

/** What the first word of the row means in code. */
const MEANINGS: Readonly<Record<string, string>> = { stays: 'PINNED', moves: 'AUTO_UPGRADE' }

describe('workflows of a version', () => {
  it('are those of every worker', () => {
    expect(Object.keys(versioned).toSorted()).toEqual(Object.keys(workflows).toSorted())
  })

  it('are each in the table "What stays and what moves" of ops/DEPLOY.md, with what a promotion does to them', () => {
    const rows = rowsOfDeployPage()
    const stated = Object.keys(versioned).map((workflow) => {
      const found = rows.filter(([names]) => rowHas(names, workflow)).map(([, ends]) => ends.match(/^\w+/)?.[0] ?? '')
      return [workflow, found.map((word) => MEANINGS[word] ?? word).join(', ')] as const
    })
    const declared = Object.entries(versioned).map(([name, workflow]) => [name, behaviorOf(workflow)] as const)
    expect(declared.filter(([, behavior]) => behavior === undefined)).toEqual([])
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(declared))
  })
})
