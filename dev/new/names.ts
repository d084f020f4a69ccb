import { Refusal } from './plan.ts'

/** `getGadgetParts` -> `get-gadget-parts`. */
export const kebab = (name: string): string => name.replaceAll(/(?=[A-Z])/g, '-').toLowerCase()

/** `gadget-parts`, `gadget.parts` and `gadget_parts` -> `gadgetParts`. */
export const camel = (name: string): string =>
  name.replaceAll(/[-._]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `gadget-parts` -> `GadgetParts`. */
export const pascal = (name: string): string => camel(`-${name}`)

/** `getGadgetParts` and `gadget.parts` -> `get gadget parts`, `gadget parts`. */
export const words = (name: string): string => kebab(name).replaceAll(/[-._]/g, ' ')

/** The same as the beginning of a sentence. */
export const sentence = (name: string): string => words(name).replace(/^./, (letter) => letter.toUpperCase())

/** An argument in its form, which none has taken. */
export function formed(value = 'Nothing', form: RegExp, refusal: string, taken: readonly string[] = []): string {
  if (!form.test(value)) throw new Refusal(`${value} is no ${refusal}`)
  if (taken.includes(value)) throw new Refusal(`${value} is taken.`)
  return value
}

/** One of a fixed set. */
export function chosen<const V extends string>(value = 'Nothing', among: readonly V[], what: string): V {
  const found = among.find((one) => one === value)
  if (found === undefined) throw new Refusal(`${value} is no ${what}. There are: ${among.join(', ')}.`)
  return found
}
