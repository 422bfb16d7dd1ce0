import { listConnected, listWhatsapps, type WhatsappRow } from '../data/channels/whatsapp.ts'

/** The connection WhatsApp is asked over when none is named: the default one when it is CONNECTED, else any that is. */
export async function connectedWhatsapp(companyId: string): Promise<WhatsappRow | undefined> {
  return preferred(
    (await listWhatsapps(companyId)).filter(({ status, channel }) => status === 'CONNECTED' && channel === 'whatsapp'),
  )
}

/** As `connectedWhatsapp`; that there is none may be two seconds old. */
export const connectedWhatsappLately = async (companyId: string): Promise<WhatsappRow | undefined> =>
  preferred(await listConnected(companyId))

const preferred = (connected: readonly WhatsappRow[]): WhatsappRow | undefined =>
  connected.find(({ isDefault }) => isDefault) ?? connected[0]
