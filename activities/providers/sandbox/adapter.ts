import { setTimeout as sleep } from 'node:timers/promises'
import { type Json, type JsonObject, textOf } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { answer, isSend } from './answers.ts'
import { type ReportSimulated, reportOutcomes } from './mail-reports.ts'
import { SANDBOX_ALPHA } from './manifest.ts'
import { readScenario, type Scenario } from '../../../domain/sandbox/scenario.ts'

/**
 * One simulated provider: it answers from its input alone, without network, and plays the scenarios that the input
 * names. `reportSimulated` stores what a provider would report by webhook.
 */
export function createSandboxAdapter(provider: string, reportSimulated: ReportSimulated): ProviderAdapter {
  return {
    async attempt(call) {
      const scenario = readScenario(call.input)
      const waited = await waitFor(scenario.slowSeconds * 1000, call)
      if (!waited)
        return lost(call.capability, 'the simulated answer took longer than the deadline or was no longer wanted')
      const result = misbehaviour(provider, call, scenario) ?? delivery(provider, call)
      if (call.capability === 'email.send' && result.kind === 'delivered')
        await reportOutcomes(result.output, {
          idempotencyKey: call.idempotencyKey,
          subject: textOf(call.input['subject']),
          report: reportSimulated,
        })
      return result
    },
  }
}

/** False when the deadline or the caller ended the wait first. */
export async function waitFor(durationMs: number, call: Pick<AttemptCall, 'signal' | 'deadlineMs'>): Promise<boolean> {
  if (durationMs === 0) return !call.signal.aborted
  try {
    await sleep(Math.min(durationMs, call.deadlineMs), undefined, { signal: call.signal })
    return durationMs <= call.deadlineMs
  } catch {
    return false
  }
}

function misbehaviour(provider: string, call: AttemptCall, scenario: Scenario): AdapterResult | null {
  if (scenario.fallback && provider === SANDBOX_ALPHA) return failed('simulated error of the first provider')
  switch (scenario.outcome) {
    case 'error':
      return failed('simulated provider error')
    case 'timeout':
      return lost(call.capability, 'simulated timeout, answered at once instead of after the deadline')
    case 'noMatch':
      return { kind: 'noMatch', detail: 'simulated: nothing matches', raw: { simulated: true, provider, match: null } }
    case 'deliver':
      return null
  }
}

function delivery(provider: string, call: AttemptCall): AdapterResult {
  const output = answer({ provider, ...call })
  if (output === null)
    return { kind: 'failed', outcome: 'rejected', detail: 'the sandbox does not simulate this capability' }
  const items: Json | undefined = call.capability === 'web.map' ? output.links : output.items
  return {
    kind: 'delivered',
    output,
    raw: {
      simulated: true,
      provider,
      answer: output,
      ...(call.headers === undefined ? {} : { headers: call.headers }),
      ...(isSend(call.capability) ? { sent: textsOf(call) } : {}),
    },
    units: Array.isArray(items) ? items.length : 1,
  }
}

/** The texts that a provider would send, with what the law adds to them. */
const textsOf = ({ input }: AttemptCall): JsonObject =>
  Object.fromEntries(
    ['text', 'html', 'message'].flatMap((name) => (name in input ? [[name, input[name] ?? null]] : [])),
  )

const failed = (detail: string): AdapterResult => ({ kind: 'failed', outcome: 'provider_error', detail })

/**
 * A send without an answer may have gone out, and Spec 3.1 then allows no second provider; a lost lookup has no effect.
 */
const lost = (capability: string, detail: string): AdapterResult => ({
  kind: 'failed',
  outcome: isSend(capability) ? 'unknown' : 'provider_timeout',
  detail,
})
