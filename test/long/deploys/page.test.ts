import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { oneMachineBlocks } from './one-machine.ts'

const HERE = new URL('.', import.meta.url)
const page = readFileSync(new URL('../../../ops/DEPLOY.md', HERE), 'utf8')
const tests = readdirSync(HERE)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, HERE), 'utf8'))
  .join('\n')
  // A call may be written on several lines.
  .replaceAll(/\(\s+/g, '(')

/** A test types those of a rehearsal on one machine, and reads them from the page. */
const [begun = [], started = []] = oneMachineBlocks()
/** Its blocks are indented by four spaces. */
const commands = page
  .split('\n')
  .filter((line) => line.startsWith('    '))
  .map((line) => line.trim())
const types = (line: string): boolean =>
  ["'", '`'].some(
    (quote) =>
      tests.includes(`stage.operator.type(${quote}${line}${quote}`) ||
      tests.includes(`stage.operator.startWorker(${quote}${line}${quote}`),
  )

describe('ops/DEPLOY.md', () => {
  it('has no command that no test types', () => {
    expect(commands.length).toBeGreaterThan(10)
    expect(commands.filter((line) => !types(line) && ![...begun, ...started].includes(line))).toEqual([])
    expect([begun.length, started.length]).toEqual([4, 3])
    expect(tests).toContain('oneMachineTerminal(')
  })
})
