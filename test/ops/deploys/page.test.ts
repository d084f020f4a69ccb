import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const HERE = new URL('.', import.meta.url)
const page = readFileSync(new URL('../../../ops/DEPLOY.md', HERE), 'utf8')
const tests = readdirSync(HERE).filter((name) => name.endsWith('.test.ts')).map((name) => readFileSync(new URL(name, HERE), 'utf8')).join('\n')

/** Its blocks are indented by four spaces. */
const commands = page.split('\n').filter((line) => line.startsWith('    ')).map((line) => line.trim())
const types = (line: string): boolean => ["'", '`'].some((quote) => tests.includes(`stage.operator.type(${quote}${line}${quote}`) || tests.includes(`stage.operator.startWorker(${quote}${line}${quote}`))

describe('ops/DEPLOY.md', () => {
  it('has no command that a test does not type', () => {
    expect(commands.length).toBeGreaterThan(10)
    expect(commands.filter((line) => !types(line))).toEqual([])
  })
})
