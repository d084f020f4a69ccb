import type { OutreachRules } from '../../../domain/law/policy.ts'
import type { OutreachPolicy } from '../../schemas/law.ts'

export const presentOutreachPolicy = ({ require_basis_for: countries, ...policy }: OutreachRules): OutreachPolicy => ({
  ...policy,
  require_basis_for: [...countries],
})
