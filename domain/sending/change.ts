import { isZone } from './calendar.ts'
import {
  type Caps,
  type ChannelLimits,
  type LimitsByChannel,
  type RampStarts,
  SENDING_CHANNELS,
  type SendingChannel,
} from './policy.ts'

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
  /** Within the change: `window/timezone`, or `email/window/timezone`. */
  readonly path: string
  readonly message: string
}

/** The same of every channel of a change, by its channel. */
export const faultsOfChange = (change: ChannelsChange): LimitsFault[] =>
  SENDING_CHANNELS.flatMap((channel) => {
    const limits = change[channel]
    return limits == null
      ? []
      : faultsOfLimits(limits).map(({ path, message }) => ({ path: `${channel}/${path}`, message }))
  })

/** What the schema of a change cannot show: unknown zones, and numbers in the wrong order. */
export function faultsOfLimits({ window, spacing, ramp }: LimitsChange): LimitsFault[] {
  const faults: LimitsFault[] = []
  if (window != null && !isZone(window.timezone))
    faults.push({ path: 'window/timezone', message: 'must be an IANA zone such as `Europe/Berlin`' })
  if (spacing != null && spacing.max_seconds < spacing.min_seconds)
    faults.push({ path: 'spacing/max_seconds', message: 'must not be below `min_seconds`' })
  if (ramp != null && ramp.target < ramp.start)
    faults.push({ path: 'ramp/target', message: 'must not be below `start`' })
  return faults
}
