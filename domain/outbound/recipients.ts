import type { Channel } from './channels.ts'

/** What a person is reached by. */
export const TOUCH_KINDS = ['email', 'linkedin', 'handle', 'phone'] as const
export type TouchKind = (typeof TOUCH_KINDS)[number]

/** Channels whose messages stand in chats, and by what their people are known. */
export const CHAT_CHANNELS = ['linkedin', 'instagram', 'whatsapp'] as const
export const PARTICIPANT_KINDS = ['linkedin', 'handle', 'phone'] as const

export interface Recipient {
  readonly kind: TouchKind
  /** Normalized (see `domain/identity`). */
  readonly value: string
}

/** A send as the guards see it; kept with its run. */
export interface Send {
  readonly channel: Channel
  readonly recipients: readonly Recipient[]
  /** The chat that is written into, when one is named. */
  readonly chat_id: string | null
  /** It answers somebody: the repeat guard lets it pass. */
  readonly reply: boolean
}
