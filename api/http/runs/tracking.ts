import { findingSubjectsOfRequest } from '../../../domain/history/request.ts'
import { sendOfRaw } from '../../../domain/outbound/raw-send.ts'
import { sendOf } from '../../../domain/outbound/recipients.ts'
import { isJsonList, isJsonObject, type Json } from '../../../domain/json/json.ts'
import { enrichmentOf } from '../../../domain/tables/enrichment.ts'
import type { RunContext } from '../../../db/runs/accept.ts'
import { atOnceOrInSlices } from '../../../db/time-slices.ts'
import type { CheckedWork } from './work.ts'

/**
 * What the service stores of a request from its input alone: its subjects, its recipients, and its enrichment key (Spec
 * 4.5 to 4.8).
 */
export async function trackingOf({
  work,
  input,
}: Pick<CheckedWork, 'work' | 'input'>): Promise<Pick<RunContext, 'subjects' | 'send' | 'enrichment'>> {
  const requested: Json = isJsonList(input) ? [...input] : input
  const subjects = await atOnceOrInSlices(findingSubjectsOfRequest(input, 'raw' in work ? work.raw : null))
  if ('raw' in work) return { subjects, send: sendOfRaw(work.raw, requested), enrichment: null }
  return {
    subjects,
    send: isJsonObject(requested) ? sendOf(work.capability, requested) : null,
    enrichment: enrichmentOf(work.capability, requested),
  }
}
