import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const isElement = (node: Node): node is Element => 'tagName' in node
const within = (node: Node): Element[] =>
  'childNodes' in node
    ? node.childNodes.flatMap((child) => [...(isElement(child) ? [child] : []), ...within(child)])
    : []
const valueOf = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null
const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

/**
 * What a browser would post for a form of a page as it was served, by its `id`: names and values, with the value of its
 * button. null: the page has no such form.
 */
export function servedForm(page: string, id: string): [string, string][] | null {
  const form = within(parse(page)).find((element) => element.tagName === 'form' && valueOf(element, 'id') === id)
  return form === undefined
    ? null
    : within(form).flatMap((element): [string, string][] => {
        const name = valueOf(element, 'name')
        const value = name === null ? null : postedValue(element)
        return name === null || value === null ? [] : [[name, value]]
      })
}

function postedValue(element: Element): string | null {
  switch (element.tagName) {
    case 'textarea':
      return textOf(element)
    case 'select': {
      const options = within(element).filter(({ tagName }) => tagName === 'option')
      const chosen = options.find((one) => valueOf(one, 'selected') !== null) ?? options[0]
      return chosen === undefined ? null : (valueOf(chosen, 'value') ?? textOf(chosen))
    }
    case 'button':
      return valueOf(element, 'value')
    case 'input':
      return valueOf(element, 'type') === 'checkbox' && valueOf(element, 'checked') === null
        ? null
        : (valueOf(element, 'value') ?? '')
    default:
      return null
  }
}

/** The text of the element with an id. */
export function servedText(page: string, id: string): string | null {
  const element = within(parse(page)).find((one) => valueOf(one, 'id') === id)
  return element === undefined ? null : textOf(element)
}
