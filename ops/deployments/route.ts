import { setTimeout as sleep } from 'node:timers/promises'
import { type DeploymentsAnswer, notYet, refused } from './answer.ts'
import {
  type Deployment,
  makeCurrent,
  nameOf,
  type DeploymentTarget,
  readDeployment,
  reasonNotNow,
  setRamp,
  unpolledQueues,
} from './deployment.ts'

/** The interval between checks while the command waits. */
export const CHECK_EVERY_MS = 1_000

/** A polling build is known to all of Temporal a moment later; by then another change may have come first. */
const SETTLED_WITHIN_MS = 10_000

/** Repeats the work while Temporal refuses it in its current state, which is read again each time. */
async function onceSettled(waitMs: number, work: () => Promise<DeploymentsAnswer>): Promise<DeploymentsAnswer> {
  const giveUpAt = Date.now() + Math.max(waitMs, SETTLED_WITHIN_MS)
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const reason = reasonNotNow(error)
      if (reason === null) throw error
      if (Date.now() >= giveUpAt) return notYet(`Temporal refuses: ${reason}`)
      await sleep(CHECK_EVERY_MS)
    }
  }
}

/**
 * Sends everything that begins from now on to that build, whose workers must be up. Work that began before stays where
 * it is.
 */
export const promote = (place: DeploymentTarget, build: string | null, waitMs: number): Promise<DeploymentsAnswer> =>
  onceSettled(waitMs, () => promoteNow(place, build, waitMs))

async function promoteNow(place: DeploymentTarget, build: string | null, waitMs: number): Promise<DeploymentsAnswer> {
  const up = await workersUp(place, build, waitMs)
  if ('ended' in up) return up
  const { current, ramping, token } = up
  if (current === build && ramping === null) return { lines: [`${nameOf(build)} is current already.`], ended: 'done' }
  if (current === build) await setRamp(place, null, { percent: 0, token })
  else await makeCurrent(place, build, token)
  if (current !== build && ramping !== null && ramping.build !== build) await endRamp(place)
  return {
    lines: [
      `${nameOf(build)} is current: what begins from now on is its. Before: ${routed(up)}.`,
      ...(current === null || current === build
        ? []
        : [`${current} stays up until "drained ${current}" states that it may go.`]),
    ],
    ended: 'done',
    change: {
      action: 'deployment.promote',
      before: stateOf(up),
      after: { current: nameOf(build), ramping: null, percent: 0 },
    },
  }
}

interface Ramp {
  /** null: the workers without a build. */
  readonly build: string | null
  readonly percent: number
  readonly waitMs: number
}

/** Sends this percentage to that build; 0 ends the ramp. */
export const ramp = (place: DeploymentTarget, wanted: Ramp): Promise<DeploymentsAnswer> =>
  onceSettled(wanted.waitMs, () => rampNow(place, wanted))

async function rampNow(place: DeploymentTarget, { build, percent, waitMs }: Ramp): Promise<DeploymentsAnswer> {
  if (!(percent >= 0 && percent <= 100)) return refused('A ramp takes from 0 to 100 percent.')
  const up = await workersUp(place, build, percent === 0 ? 0 : waitMs, percent > 0)
  if ('ended' in up) return up
  if (up.current === build)
    return refused(`${nameOf(build)} is current: it takes all that no ramp takes. Ramp another build.`)
  await setRamp(place, percent === 0 ? null : build, { percent, token: up.token })
  return {
    lines: [
      percent === 0
        ? `The ramp has ended: ${nameOf(up.current)} takes everything.`
        : `${nameOf(build)} takes ${percent} % of what begins from now on, ${nameOf(up.current)} the rest.`,
    ],
    ended: 'done',
    change: {
      action: 'deployment.ramp',
      before: stateOf(up),
      after: { current: nameOf(up.current), ramping: percent === 0 ? null : nameOf(build), percent },
    },
  }
}

/** The deployment once workers of that build poll every task queue, or why they do not. */
async function workersUp(
  place: DeploymentTarget,
  build: string | null,
  waitMs: number,
  mustPoll = true,
): Promise<Deployment | DeploymentsAnswer> {
  const giveUpAt = Date.now() + waitMs
  for (;;) {
    const deployment = await readDeployment(place)
    const known =
      deployment !== null && (build === null || deployment.versions.some((version) => version.build === build))
    const missing = known && mustPoll ? await unpolledQueues(place, build) : []
    if (known && missing.length === 0) return deployment
    if (Date.now() >= giveUpAt) {
      return known
        ? notYet(`No worker of ${nameOf(build)} polls ${missing.join(', ')} yet. Start one, or wait for it: --wait 5m.`)
        : unknownBuild(place, deployment, build)
    }
    await sleep(Math.min(CHECK_EVERY_MS, giveUpAt - Date.now()))
  }
}

export function unknownBuild(
  { deploymentName }: DeploymentTarget,
  deployment: Deployment | null,
  build: string | null,
): DeploymentsAnswer {
  const builds = deployment?.versions.map((version) => version.build) ?? []
  return refused(
    `No worker of ${nameOf(build)} has ever come up in ${deploymentName}. ${builds.length === 0 ? 'There is no version yet.' : `There are: ${builds.join(', ')}.`}`,
  )
}

/** Another build's ramp would keep taking its part from the promoted one. */
async function endRamp(place: DeploymentTarget): Promise<void> {
  const after = await readDeployment(place)
  if (after !== null && after.ramping !== null) await setRamp(place, null, { percent: 0, token: after.token })
}

const routed = ({ current, ramping }: Deployment): string =>
  ramping === null ? nameOf(current) : `${nameOf(current)}, with ${ramping.percent} % to ${nameOf(ramping.build)}`

const stateOf = ({ current, ramping }: Deployment) => ({
  current: nameOf(current),
  ramping: ramping === null ? null : nameOf(ramping.build),
  percent: ramping?.percent ?? 0,
})
