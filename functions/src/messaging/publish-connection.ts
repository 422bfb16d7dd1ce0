import { showWhatsapp } from '../data/channels/show-whatsapp.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { publish } from '../realtime/publish.ts'

/** Publishes the current state of a connection to the company's browsers. */
export const publishConnection = async (row: WhatsappRow): Promise<void> =>
  publish(row.companyId, 'whatsapp', { action: 'update', whatsapp: await showWhatsapp(row) })
