import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { listConnected, listWhatsapps, type WhatsappRow } from '../data/channels/whatsapp.ts'

/**
 * Returns the connection to ask WhatsApp over when none is named: the default one when it is
 * CONNECTED, else any that is.
 */
export const connectedWhatsapp = async (companyId: string): Promise<WhatsappRow | undefined> =>
  preferred((await listWhatsapps(companyId)).filter(({ status }) => status === 'CONNECTED'))

/** Same as `connectedWhatsapp`, but a result of "none" may be two seconds old. */
export const connectedWhatsappLately = async (companyId: string): Promise<WhatsappRow | undefined> =>
  preferred(await listConnected(companyId))

/** Facebook pages and Instagram accounts cannot check numbers. */
function preferred(connected: readonly WhatsappRow[]): WhatsappRow | undefined {
  const asked = connected.filter(row => capabilitiesOf(row).numberCheck)
  return asked.find(({ isDefault }) => isDefault) ?? asked[0]
}
