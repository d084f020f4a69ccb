import { statement } from '../../statement.ts'

export const NOTE_SIMULATED_CARD = statement<{ topupId: string; fingerprint: string }>({
  name: 'note_simulated_card',
  effect: 'within',
  text: 'update topup set card_fingerprint = :fingerprint where id = :topupId',
})
