/** A path and its placeholders: `/submissions/CIK{cik}.json`, `/data/{year}/{dataset}`, `{number}.{format}`, `{+path}`. */

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly name: string; /** Spelled as one that takes a whole path. */ readonly slashes: boolean }

export function readTemplate(path: string): TemplatePart[] {
  return path.split(/(\{[^{}/]+\})/).filter((part) => part !== '').map((part): TemplatePart => {
    if (!part.startsWith('{') || !part.endsWith('}')) return { kind: 'text', text: part }
    const name = part.slice(1, -1)
    const bare = name.replace(/^\+/, '').replace(/[*+]$/, '')
    return bare === '' || bare === name ? { kind: 'placeholder', name, slashes: false } : { kind: 'placeholder', name: bare, slashes: true }
  })
}

export const placeholdersOf = (path: string): string[] =>
  [...new Set(readTemplate(path).flatMap((part) => (part.kind === 'placeholder' ? [part.name] : [])))]

/** Two templates of one shape: `/accounts/{id}` and `/accounts/{account_id}`. */
export const templateShape = (path: string): string => path.replace(/\{[^{}]+\}/g, '{}')
