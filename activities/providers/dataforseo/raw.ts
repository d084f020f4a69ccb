import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { readTasks } from './tasks.ts'

/** Nearly every answer is a 200: the codes inside state whether anything was delivered. */
export const dataforseoRaw: RawRules = {
  read({ status, body }) {
    if (status !== 200) return null
    const report = readTasks(body)
    switch (report.verdict) {
      case 'delivered':
        return { kind: 'delivered', cost: report.cost }
      case 'noMatch':
        return { kind: 'noMatch', detail: 'the search engine has no results' }
      case 'accountExhausted':
        return { kind: 'failed', outcome: 'provider_error', detail: report.detail, accountExhausted: true }
      default:
        return { kind: 'failed', outcome: report.verdict, detail: report.detail }
    }
  },
}
