import { describe, expect, it } from '@jest/globals'
import { parseFile, readSources, type SourceFile } from './sources.ts'

/** Loaded for each workflow anew, as interceptors are. */
const LOADED_ANEW = 'workflows/tracing.ts'

/**
 * The modules of workflows are loaded once for all workflows of a thread (`worker/workflow-bundle.ts`): a variable that
 * one of them changes would reach the others, and a replay.
 */
const variablesIn = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name = '']) => name)

describe('modules that workflows load', () => {
  it('have no variables that change', () => {
    const found = readSources()
      .filter(({ path }) => /^(?:workflows|domain)\//.test(path) && path !== LOADED_ANEW)
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
