import type { JsonObject } from '../json/json.ts'
import { isZone } from './calendar.ts'
import type { RawRequest } from '../raw/request.ts'
import { senderKind, type SenderKind } from '../senders/sender.ts'
import type { Send } from '../outbound/recipients.ts'

/** What a sender may do is limited for each of these: a LinkedIn account has limits of its own for invitations. */
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

/** A workspace's default for its senders. */
export interface SendingPolicy {
  readonly channels: LimitsByChannel
  /** Of all senders of one mail domain together. */
  readonly domain_caps?: Caps
}

export const NO_SENDING_POLICY: SendingPolicy = { channels: {} }

/** The limits that hold for one send. */
export interface Limits {
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
    started,
    workspace,
    ceilings,
  }: {
    readonly sender: LimitsByChannel
    readonly started: RampStarts
    readonly workspace: SendingPolicy
    readonly ceilings: Caps
  },
): Limits {
  const own = sender[channel] ?? {}
  const common = workspace.channels[channel] ?? {}
  const window = own.window ?? common.window ?? null
  const ramp = own.ramp ?? common.ramp ?? null
  const startedOn = ramp?.started_on ?? started[channel]
  return {
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
export function sendingChannel(run: {
  readonly capability: string | null
  readonly rawRequest: RawRequest | null
  readonly input: JsonObject
  readonly send: Send
}): SendingChannel {
  const { capability, input, send } = run
  if (capability === 'linkedin.invite' || capability === 'linkedin.message') return capability
  if (send.channel === 'linkedin') return 'linkedin.message'
  if (send.channel !== 'email') return send.channel
  return capability !== null && senderKind(capability, input) === 'gmail' ? 'gmail' : 'email'
}

/** The channels of a sender. */
export function channelsOf(kind: SenderKind): readonly SendingChannel[] {
  if (kind === 'inbox') return ['email']
  return kind === 'linkedin' ? ['linkedin.invite', 'linkedin.message'] : [kind]
}

type Change<T> = { readonly [Member in keyof T]?: T[Member] | null | undefined }

/** `change` replaces the members that it names; null takes one off. */
export const changed = <T extends object>(current: T, change: Change<T>): T =>
  Object.fromEntries(
    Object.entries({ ...current, ...change }).filter(([, value]) => value !== null && value !== undefined),
  ) as T

/** Caps may have nulls of their own. */
export type LimitsChange = Omit<Change<ChannelLimits>, 'caps'> & { readonly caps?: Change<Caps> | null | undefined }
export type ChannelsChange = { readonly [Channel in SendingChannel]?: LimitsChange | null | undefined }

/** The limits of channels after a change: each member that it names replaces the one before. */
export function changedChannels(current: LimitsByChannel, change: ChannelsChange): LimitsByChannel {
  const channels = SENDING_CHANNELS.flatMap((channel) => {
    const wanted = change[channel]
    if (wanted === undefined) return current[channel] === undefined ? [] : [[channel, current[channel]] as const]
    const limits = wanted === null ? {} : changedLimits(current[channel] ?? {}, wanted)
    return Object.keys(limits).length === 0 ? [] : [[channel, limits] as const]
  })
  return Object.fromEntries(channels)
}

function changedLimits(current: ChannelLimits, { caps, ...others }: LimitsChange): ChannelLimits {
  const limits = changed(current, others)
  if (caps === undefined) return limits
  const left = caps === null ? {} : changed<Caps>({}, caps)
  return changed<ChannelLimits>(limits, { caps: Object.keys(left).length === 0 ? null : left })
}

/** The starts of ramps that a change keeps: a ramp that is set begins with the next send. */
export const keptStarts = (starts: RampStarts, change: ChannelsChange): RampStarts =>
  Object.fromEntries(
    SENDING_CHANNELS.flatMap((channel) => {
      const day = starts[channel]
      const isSet = change[channel] === null || change[channel]?.ramp !== undefined
      return day === undefined || isSet ? [] : [[channel, day]]
    }),
  )

export interface LimitsFault {
  /** Of the change: `email/window/timezone`. */
  readonly path: string
  readonly message: string
}

/** What the schema of a change cannot show: unknown zones, and numbers in the wrong order. */
export const faultsOfChange = (change: ChannelsChange): LimitsFault[] =>
  SENDING_CHANNELS.flatMap((channel) => {
    const limits = change[channel]
    return limits == null ? [] : faultsOf(limits).map(({ path, message }) => ({ path: `${channel}/${path}`, message }))
  })

function faultsOf({ window, spacing, ramp }: LimitsChange): LimitsFault[] {
  const faults: LimitsFault[] = []
  if (window != null && !isZone(window.timezone))
    faults.push({ path: 'window/timezone', message: 'must be an IANA zone such as `Europe/Berlin`' })
  if (spacing != null && spacing.max_seconds < spacing.min_seconds)
    faults.push({ path: 'spacing/max_seconds', message: 'must not be below `min_seconds`' })
  if (ramp != null && ramp.target < ramp.start)
    faults.push({ path: 'ramp/target', message: 'must not be below `start`' })
  return faults
}
