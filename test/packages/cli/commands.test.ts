import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { svc } from '../../support/cli.ts'

const LIST = new URL('./commands.txt', import.meta.url)
/** So wide that no line of a help is broken. */
const COLUMNS = 10_000

/** A command's help without its examples and without the options of every command, and the same of those below it. */
async function helpOf(path: readonly string[]): Promise<string[]> {
  const { stdout } = await svc([...path, '--help'], { columns: COLUMNS })
  const parts = stdout.trim().split('\n\n')
  const own = parts.filter((part) => !/^(?:Options of every command|Examples|Exit codes|First steps):/.test(part))
  const listed = parts.find((part) => part.startsWith('Commands:')) ?? ''
  const below = [...listed.matchAll(/^ {2}([\w-]+)/gm)]
  const inner = await Promise.all(below.map(([, name = '']) => helpOf([...path, name])))
  return [`${own.join('\n')}\n`, ...inner.flat()]
}

describe('the commands of svc', () => {
  it('are those of commands.txt, with their aliases, arguments, options, choices and texts', async () => {
    const list = (await helpOf([])).join('\n')
    // RECORD_COMMANDS=1 writes the list after a command was added. What is in it is a promise to scripts.
    if (process.env['RECORD_COMMANDS'] !== undefined) writeFileSync(LIST, list)
    expect(list.split('\n')).toEqual(readFileSync(LIST, 'utf8').split('\n'))
  })
})
