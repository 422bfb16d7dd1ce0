import { listWhatsapps, type WhatsappRow } from '../data/channels/whatsapp.ts'

/** The connection WhatsApp is asked over when none is named: the default one when it is CONNECTED, else any that is. */
export async function connectedWhatsapp(companyId: string): Promise<WhatsappRow | undefined> {
  const connected = (await listWhatsapps(companyId)).filter(
    ({ status, channel }) => status === 'CONNECTED' && channel === 'whatsapp',
  )
  return connected.find(({ isDefault }) => isDefault) ?? connected[0]
}
