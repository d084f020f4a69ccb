import { randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../domain/json/json.ts'
import { member } from './recorded.ts'
import { type Account, type Handler, perAccount, type TwinReply } from './twin.ts'

export interface Hook {
  readonly id: string
  readonly url: string
  readonly secret: string
  /** The customer's own name of it, where the provider takes one. */
  readonly name: string
  /** The only reports that it gets, as the provider calls them; absent: all. */
  readonly source?: string
  readonly shown: JsonObject
}

/** The webhooks that an account has registered. */
export const hooksOf: (account: Account) => Map<string, Hook> = perAccount(() => new Map<string, Hook>())

export interface HookForm {
  /** The member of the request that has the address. */
  readonly url: string
  /** The member that has a name: the same one gives the same webhook. */
  readonly name: string | null
  readonly made: (hook: Hook) => TwinReply
}

const textIn = (body: Parameters<typeof member>[0], name: string): string => {
  const value = member(body, name)
  return typeof value === 'string' ? value : ''
}

export const makeHook =
  ({ url, name, made }: HookForm): Handler =>
  ({ account, body }) => {
    const hooks = hooksOf(account)
    const named = name === null ? '' : textIn(body, name)
    const known = [...hooks.values()].find((one) => named !== '' && one.name === named)
    if (known !== undefined) return made(known)
    const hook: Hook = {
      id: randomUUID(),
      url: textIn(body, url),
      secret: `whsec_${randomBytes(24).toString('base64')}`,
      name: named,
      shown: { created_at: new Date().toISOString() },
    }
    hooks.set(hook.id, hook)
    return made(hook)
  }
