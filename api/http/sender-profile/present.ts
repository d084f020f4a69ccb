import { missingOf, type KnownSender } from '../../../domain/law/profile.ts'
import type { SenderProfile } from '../../schemas/law.ts'

export const presentProfile = (profile: KnownSender): SenderProfile => ({
  legal_name: profile.legal_name,
  postal_address: profile.postal_address,
  country: profile.country,
  contact: profile.contact,
  privacy_url: profile.privacy_url,
  missing: [...missingOf(profile)],
})
