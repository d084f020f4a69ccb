import { KEYED, READING } from './operations.ts'

/**
 * How a request may be repeated: `keyed` ones carry an `Idempotency-Key`, `reading` ones change nothing. The
 * placeholders of its path are filled.
 */
export function repeatOf(method: string, path: string): 'keyed' | 'reading' | 'never' {
  if (method === 'GET') return 'reading'
  const name = `${method} ${path}`
  if (KEYED.some((template) => fits(template, name))) return 'keyed'
  return READING.some((template) => fits(template, name)) ? 'reading' : 'never'
}

const fits = (template: string, name: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(name)
