import { WhatsappBody } from '@balcao/shared/api/channels/whatsapp.ts'
import { newWhatsapp, type WhatsappRow } from '../src/data/channels/whatsapp.ts'

/** Returns the row of a connected connection; `changes` name what a test is about. */
export const connectionRow = (companyId: string, changes: Partial<WhatsappRow> = {}): WhatsappRow => ({
  ...newWhatsapp(companyId, {
    ...WhatsappBody.parse({ name: 'Loja' }),
    ...{ status: 'CONNECTED', channel: 'whatsapp', provider: 'web', schedules: [] },
  }),
  ...changes,
})
