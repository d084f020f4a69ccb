import { describe, expect, it } from '@jest/globals'
import { FUNCTION_LINES_MAX, longFunctions } from './functions.ts'
import { parseFile, readSources } from './sources.ts'

describe('functions', () => {
  it(`have at most ${FUNCTION_LINES_MAX} lines`, () => {
    const long = readSources().flatMap((file) =>
      longFunctions(file).map(({ name, lines }) => `${file.path} ${name}: ${lines}`),
    )
    expect(long).toEqual([])
  })
})

describe('the rule itself', () => {
  const lines = '  step()\n'.repeat(FUNCTION_LINES_MAX)
  const members = '  a: 1,\n'.repeat(FUNCTION_LINES_MAX)
  const namesIn = (path: string, text: string): string[] => longFunctions(parseFile(path, text)).map(({ name }) => name)

  it.each([
    ['a declaration', `export async function a() {\n${lines}}`],
    ['an arrow function', `export const a = () => {\n${lines}}`],
    ['a function expression', `const a = function () {\n${lines}}`],
    ['a method of an object', `const b = { a() {\n${lines}} }`],
    ['a member of an object', `const b = { a: () => {\n${lines}} }`],
    ['a method of a class', `class B { a() {\n${lines}} }`],
    ['a function within a table', `const b = () => ({ a() {\n${lines}} })`],
    ['a function after text of several bytes', `const é = '👋'\nfunction a() {\n${lines}}`],
  ])('finds %s', (_, text) => {
    expect(namesIn('db/a.ts', text)).toEqual(['a'])
    expect(namesIn('test/a.test.ts', text)).toEqual(['a'])
  })

  it.each([
    [
      'a function of the longest length',
      `function a() {\n${lines.replace('  step()\n', '').replace('  step()\n', '')}}`,
    ],
    ['one expression', `const a = () => ({\n${members}})`],
    ['one value that is written out', `function a() {\n  return {\n${members}  }\n}`],
    [
      'a list behind its values',
      `function a() {\n  const b = c()\n  return [\n${'    b,\n'.repeat(FUNCTION_LINES_MAX)}  ]\n}`,
    ],
    ['one call', `const a = (deps) => {\n  return defineRoute({\n${members}  })\n}`],
  ])('accepts %s', (_, text) => {
    expect(namesIn('db/a.ts', text)).toEqual([])
  })

  it('accepts functions without a name in tests only', () => {
    const text = `describe('a', () => {\n${lines}})`
    expect(namesIn('test/a.test.ts', text)).toEqual([])
    expect(namesIn('db/a.ts', text)).toEqual(['a function without a name'])
  })
})
