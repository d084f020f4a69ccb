import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

/** The configurations that the dashboard's page for agents shows, by the client that takes them. */
export function configurationsIn(page: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const look = (node: Node): void => {
    if ('tagName' in node && node.tagName === 'pre') {
      const label = node.attrs.find(({ name }) => name === 'aria-label')?.value ?? ''
      found.set(label.replace('Configuration of ', ''), textOf(node))
    }
    if ('childNodes' in node) node.childNodes.forEach(look)
  }
  look(parse(page))
  return found
}
