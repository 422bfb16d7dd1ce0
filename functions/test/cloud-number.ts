import type { WhatsappRow } from '../src/data/channels/whatsapp.ts'

let numbers = Date.now()

/** Returns what a connection to a cloud number of a business account has; it is not connected. */
export const cloudNumber = (businessAccountId: string, changes: Partial<WhatsappRow> = {}): Partial<WhatsappRow> => ({
  provider: 'cloud',
  status: 'DISCONNECTED',
  phoneNumberId: String(numbers++),
  businessAccountId,
  ...changes,
})
