import { describe, expect, it } from '@jest/globals'
import { child, isNode, type Node, parseFile, readSources, type SourceFile, wordOf } from './sources.ts'

/** Loaded again for each workflow, as interceptors are. */
const LOADED_AGAIN = 'workflows/tracing.ts'

/**
 * The modules of workflows are loaded once for all workflows of a thread (`worker/workflow-bundle.ts`): a variable that
 * one of them changes would reach the others, and a replay.
 */
const variablesIn = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name = '']) => name)

describe('modules that workflows load', () => {
  it('have no variables that change', () => {
    const found = readSources()
      .filter(({ path }) => /^(?:workflows|domain)\//.test(path) && path !== LOADED_AGAIN)
      .flatMap((file) => variablesIn(file).map((name) => `${file.path} ${name}`))
    expect(found).toEqual([])
  })

  it('are found with one', () => {
    const file = parseFile(
      'domain/a.ts',
      'const A = 1\nlet made = 0\nexport let kept = 0\nfunction f() {\n  let own\n}\n',
    )
    expect(variablesIn(file)).toEqual(['made', 'kept'])
  })
})

const camelCase = (words: string): string => words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What an activity, named as its file, does once before it returns the function that Temporal calls. */
function stepsBeforeCalls({ path, nodes }: SourceFile): string[] {
  const name = camelCase(path.replace(/^.*\/|\.ts$/g, ''))
  const made = nodes.find(
    (node) =>
      (node.type === 'VariableDeclarator' && wordOf(node['id']) === name) ||
      (node.type === 'FunctionDeclaration' && wordOf(node['identifier']) === name),
  )
  const statements = child(child(made, 'init') ?? made, 'body')?.['stmts']
  const steps: readonly Node[] = Array.isArray(statements) ? statements.filter(isNode) : []
  const returnsFunction = child(steps.at(-1), 'argument')?.type === 'ArrowFunctionExpression'
  return returnsFunction && steps.length > 1 ? [`${path}: ${name}`] : []
}

describe('activities', () => {
  const activities = readSources().filter(({ path }) => /^activities\/(?!providers\/)/.test(path))

  it('keep nothing between two calls: what is kept is made by the worker, and passed', () => {
    expect(activities.length).toBeGreaterThan(50)
    expect(activities.flatMap(stepsBeforeCalls)).toEqual([])
  })

  it.each([
    'export function playRound(deps: Deps) {\n  let playing = 0\n  return async () => playing\n}\n',
    'export const playRound = (deps: Deps) => {\n  const known = new Map()\n  return async () => known\n}\n',
  ])('are found with something kept: %j', (text) => {
    expect(stepsBeforeCalls(parseFile('activities/jobs/play-round.ts', text))).toHaveLength(1)
  })
})
