import type { JsonObject } from '../json/json.ts'
import { senderKind, type SenderKind } from '../senders/sender.ts'

/** What a sender may send is limited for each of these: a LinkedIn account has other limits for invitations. */
export const SENDING_CHANNELS = [
  'email',
  'gmail',
  'linkedin.invite',
  'linkedin.message',
  'instagram',
  'whatsapp',
] as const
export type SendingChannel = (typeof SENDING_CHANNELS)[number]

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The most sends in a clock hour, a calendar day, and a week from Monday. */
export interface Caps {
  readonly hour?: number
  readonly day?: number
  readonly week?: number
}

/** When a sender sends: local times `HH:MM`. One that ends at or before its begin ends on the next day. */
export interface SendingWindow {
  /** An IANA zone. */
  readonly timezone: string
  /** The days on which the window begins. */
  readonly days: readonly Weekday[]
  readonly from: string
  readonly to: string
}

/** The seconds between two sends of a sender; each send draws its own. */
export interface Spacing {
  readonly min_seconds: number
  readonly max_seconds: number
}

/** A cap of a day that grows: `start` on the first day, `step_per_day` more on each day after it, up to `target`. */
export interface Ramp {
  readonly start: number
  readonly step_per_day: number
  readonly target: number
  /** The local date of the first day; absent: the day of the first send. */
  readonly started_on?: string
}

/** The limits of one channel, as they are set; absent: none is. */
export interface ChannelLimits {
  readonly caps?: Caps
  readonly window?: SendingWindow
  readonly spacing?: Spacing
  readonly ramp?: Ramp
}

/** The local dates of the first sends under the ramps of a sender. */
export type RampStarts = { readonly [Channel in SendingChannel]?: string }

export type LimitsByChannel = { readonly [Channel in SendingChannel]?: ChannelLimits }

/** What is set at a sender. */
export interface SenderSettings {
  readonly limits: LimitsByChannel
  readonly ramps: RampStarts
  readonly paused: boolean
}

/** A workspace's default for its senders. */
export interface SendingPolicy {
  readonly channels: LimitsByChannel
  /** Of all senders of one mail domain together. */
  readonly domain_caps?: Caps
}

export const NO_SENDING_POLICY: SendingPolicy = { channels: {} }

/** The limits that hold for one send. */
export interface Limits {
  /** It sends nothing until it is resumed. */
  readonly isPaused: boolean
  readonly caps: Caps
  readonly domainCaps: Caps
  readonly window: SendingWindow | null
  readonly spacing: Spacing | null
  readonly ramp: Ramp | null
  /** The zone whose hours, days and weeks count. */
  readonly zone: string
  /** The same for the caps of the domain: that of the workspace's mail window. */
  readonly domainZone: string
}

/** Hours, days and weeks of a sender without a window. */
const ZONE_DEFAULT = 'UTC'

/**
 * The limits of a channel: a sender's own come before those of its workspace, member by member, and a documented limit
 * of the provider is a ceiling of both.
 */
export function limitsOf(
  channel: SendingChannel,
  {
    sender,
    workspace,
    ceilings,
  }: { readonly sender: SenderSettings; readonly workspace: SendingPolicy; readonly ceilings: Caps },
): Limits {
  const own = sender.limits[channel] ?? {}
  const common = workspace.channels[channel] ?? {}
  const window = own.window ?? common.window ?? null
  const ramp = own.ramp ?? common.ramp ?? null
  const startedOn = ramp?.started_on ?? sender.ramps[channel]
  return {
    isPaused: sender.paused,
    caps: lowest({ ...common.caps, ...own.caps }, ceilings),
    domainCaps: channel === 'email' ? (workspace.domain_caps ?? {}) : {},
    window,
    spacing: own.spacing ?? common.spacing ?? null,
    ramp: ramp === null || startedOn === undefined ? ramp : { ...ramp, started_on: startedOn },
    zone: window?.timezone ?? ZONE_DEFAULT,
    domainZone: workspace.channels.email?.window?.timezone ?? ZONE_DEFAULT,
  }
}

export const PERIODS = ['hour', 'day', 'week'] as const
export type Period = (typeof PERIODS)[number]

const lowest = (caps: Caps, ceilings: Caps): Caps =>
  Object.fromEntries(
    PERIODS.flatMap((period) => {
      const most = Math.min(caps[period] ?? Infinity, ceilings[period] ?? Infinity)
      return most === Infinity ? [] : [[period, most]]
    }),
  )

/** The channel by whose limits a send is judged; a raw send writes mail. */
export function sendingChannel({
  capability,
  input,
  over,
}: {
  /** Null: it is raw. */
  readonly capability: string | null
  readonly input: JsonObject
  /** The channel over which it reaches its recipients. */
  readonly over: 'email' | 'linkedin' | 'instagram' | 'whatsapp'
}): SendingChannel {
  if (capability === 'linkedin.invite') return capability
  if (over === 'linkedin') return 'linkedin.message'
  if (over !== 'email') return over
  return capability !== null && senderKind(capability, input) === 'gmail' ? 'gmail' : 'email'
}

/** The channels of a sender. */
export function channelsOf(kind: SenderKind): readonly SendingChannel[] {
  if (kind === 'inbox') return ['email']
  return kind === 'linkedin' ? ['linkedin.invite', 'linkedin.message'] : [kind]
}
