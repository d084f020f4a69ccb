import type { CatalogEndpoint } from '../catalog/endpoint.ts'
import { readTemplate } from '../catalog/template.ts'
import { wordsOf } from '../catalog/title.ts'

/** What a call does, as its method and its path say it, and as people ask for it. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  '!create': ['create', 'add', 'new', 'make', 'insert', 'register', 'save', 'start', 'open', 'submit', 'log'],
  '!list': ['list', 'all', 'every', 'browse', 'many', 'lists'],
  '!read': ['single', 'one', 'by', 'specific', 'particular', 'details', 'retrieve'],
  '!update': ['update', 'edit', 'change', 'modify', 'rename', 'replace', 'patch', 'set'],
  '!delete': ['delete', 'remove', 'destroy', 'erase', 'drop'],
  '!search': ['search', 'find', 'filter', 'query', 'lookup'],
}

const byWord: ReadonlyMap<string, string> = new Map(Object.entries(ACTIONS).flatMap(([action, words]) => words.map((word) => [word, action] as const)))

export const actionsOfWord = (word: string): readonly string[] => {
  const action = byWord.get(word)
  return action === undefined ? [] : [action]
}

/** A POST whose path names no deed makes something. */
const DEED = /^(?:search|query|find|lookup|match|enrich|list|filter|run|send|verify|validate|cancel|stop|abort|update|delete|remove|export|import|batch|bulk|live|check)$/

export function actionsOfEndpoint({ method, endpoint }: Pick<CatalogEndpoint, 'method' | 'endpoint'>): string[] {
  const words = endpoint.split('/').flatMap((segment) => wordsOf(segment.replace(/\{[^{}]*\}/g, ' ')))
  const asked = words.flatMap(actionsOfWord)
  return [...new Set([...asked, ...byMethod(method, endpoint, words)])]
}

function byMethod(method: CatalogEndpoint['method'], endpoint: string, words: readonly string[]): string[] {
  switch (method) {
    case 'GET':
      return readTemplate(endpoint.replace(/\/$/, '')).at(-1)?.kind === 'placeholder' ? ['!read'] : ['!list']
    case 'POST':
      return words.some((word) => DEED.test(word)) ? [] : ['!create']
    case 'DELETE':
      return ['!delete']
    default:
      return ['!update']
  }
}
