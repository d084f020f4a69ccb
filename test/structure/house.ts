import { child, dotted, type Node, type SourceFile, wordOf } from './sources.ts'

/** Folder names that do not describe their content (decisions, "Refuse"). */
const NOWHERE_FOLDERS = new Set(['services', 'managers', 'helpers', 'utils', 'util', 'common', 'misc', 'lib', 'shared'])
export const LINES_MAX = 400

/** Only these may read the environment: they compose a process. All others get it as an argument. */
const mayReadEnvironment = (path: string): boolean =>
  /^(ops|dev|lab|test|examples)\//.test(path) || path.endsWith('/main.ts')

const isTest = (path: string): boolean => path.endsWith('.test.ts')
/** The ways to leave out a test: a word after a dot, or a separate name. */
const RUNNERS = new Set(['it', 'test', 'describe'])
const LEFT_OUT = new Set(['only', 'skip', 'todo', 'failing'])
const LEFT_OUT_NAMES = new Set(['fit', 'fdescribe', 'ftest', 'xit', 'xdescribe', 'xtest'])

/** What a rule of `domain/` must get as an argument: the time, randomness and everything outside. */
const OUTSIDE = new Set(['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID', 'crypto.getRandomValues'])
const OUTSIDE_NAMES = new Set([
  'process',
  'console',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'globalThis',
  'performance',
  'crypto',
])

// The single letters in brackets keep these two from finding themselves.
const UNFINISHED = /\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/
const SILENCED = /@ts-(ign[o]re|no[c]heck)/

interface Rule {
  readonly rule: string
  /** Every violation in a file, in words. */
  readonly find: (file: SourceFile) => readonly string[]
}

/** Every house rule that the source shows. */
export const RULES = {
  environment: {
    rule: 'only main, ops, dev and lab read the environment',
    find: ({ path, nodes }) => (mayReadEnvironment(path) ? [] : nodes.flatMap(environmentRead)),
  },
  purity: {
    rule: 'domain reads no time, no randomness and nothing from outside',
    find: ({ path, nodes }) => (path.startsWith('domain/') ? nodes.flatMap(reachOutside) : []),
  },
  types: {
    rule: 'no type is `any`',
    find: ({ nodes }) =>
      nodes.flatMap((node) => (node.type === 'TsKeywordType' && node['kind'] === 'any' ? ['any'] : [])),
  },
  silenced: { rule: 'no compiler error is silenced', find: ({ text }) => matches(text, SILENCED) },
  unfinished: { rule: 'no work is left unfinished', find: ({ text }) => matches(text, UNFINISHED) },
  leftOut: { rule: 'every test runs', find: ({ path, nodes }) => (isTest(path) ? nodes.flatMap(leftOut) : []) },
  length: {
    rule: `a file has at most ${LINES_MAX} lines`,
    find: ({ text }) => {
      const lines = text.trimEnd().split('\n').length
      return lines > LINES_MAX ? [`${lines} lines`] : []
    },
  },
  folders: {
    rule: 'a folder is named by what is in it',
    find: ({ path }) =>
      path
        .split('/')
        .slice(0, -1)
        .filter((part) => NOWHERE_FOLDERS.has(part)),
  },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[]

const matches = (text: string, pattern: RegExp): string[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`line ${index + 1}: ${line.trim()}`] : []))

function environmentRead(node: Node): string[] {
  if (node.type === 'MemberExpression' && ['process.env', 'globalThis.process'].includes(dotted(node) ?? ''))
    return ['process.env']
  if (node.type === 'VariableDeclarator' && dotted(node['init']) === 'process') return ['process taken apart']
  if (node.type === 'ImportDeclaration' && ['process', 'node:process'].includes(wordOf(node['source']) ?? ''))
    return ['import of node:process']
  return []
}

function reachOutside(node: Node): string[] {
  const name = node.type === 'MemberExpression' ? dotted(node) : undefined
  if (name !== undefined && OUTSIDE.has(name)) return [name]
  const callee =
    node.type === 'CallExpression' || node.type === 'NewExpression' ? wordOf(child(node, 'callee')) : undefined
  if (
    callee === 'Date' &&
    (node.type === 'CallExpression' || !Array.isArray(node['arguments']) || node['arguments'].length === 0)
  )
    return ['the current Date']
  const used = wordOf(callee === undefined ? child(node, 'object') : child(node, 'callee'))
  return used !== undefined && OUTSIDE_NAMES.has(used) ? [used] : []
}

function leftOut(node: Node): string[] {
  if (node.type === 'MemberExpression') {
    const [runner = '', ...words] = (dotted(node) ?? '').split('.')
    return RUNNERS.has(runner) && words.some((word) => LEFT_OUT.has(word)) ? [dotted(node) ?? ''] : []
  }
  const callee = node.type === 'CallExpression' ? wordOf(child(node, 'callee')) : undefined
  return callee !== undefined && LEFT_OUT_NAMES.has(callee) ? [callee] : []
}
