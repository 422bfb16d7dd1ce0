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

/**
 * Returns whether the company reaches people by their numbers over connections that can never ask
 * whether a number is on WhatsApp: then numbers stay unchecked, and are written to all the same.
 */
export async function isNeverAsked(companyId: string): Promise<boolean> {
  const abilities = (await listWhatsapps(companyId)).map(capabilitiesOf)
  return abilities.some(({ startsByNumber }) => startsByNumber) && !abilities.some(({ numberCheck }) => numberCheck)
}

/** Cloud numbers, Facebook pages and Instagram accounts cannot check numbers. */
function preferred(connected: readonly WhatsappRow[]): WhatsappRow | undefined {
  const asked = connected.filter(row => capabilitiesOf(row).numberCheck)
  return asked.find(({ isDefault }) => isDefault) ?? asked[0]
}
