import { AppError } from '@balcao/shared/errors.ts'
import type { NumberCheck } from '../../data/contacts/number-check.ts'
import { checkNumber } from '../../messaging/check-number.ts'
import { connectedWhatsapp } from '../../messaging/connected-whatsapp.ts'

const TIMEOUT_MS = 3000

/**
 * What WhatsApp says of a number, over the default connection if it is up; undefined when nobody could be asked in time.
 * @param unheard the caller knows that nothing is kept of what WhatsApp said earlier
 */
export async function askWhatsapp(
  companyId: string,
  number: string,
  unheard = false,
): Promise<NumberCheck | undefined> {
  const connection = await connectedWhatsapp(companyId)
  if (unheard && !connection) return undefined
  return checkNumber(companyId, connection ?? { id: '', status: 'DISCONNECTED' }, number, TIMEOUT_MS)
}

/**
 * As `askWhatsapp`, but a number without an account is refused: throws ERR_WAPP_INVALID_CONTACT.
 * @param kept what WhatsApp said earlier, when the caller has looked it up
 */
export async function knownToWhatsapp(
  companyId: string,
  number: string,
  kept?: { check: NumberCheck | undefined },
): Promise<NumberCheck | undefined> {
  const check = kept?.check ?? (await askWhatsapp(companyId, number, kept !== undefined))
  if (check && !check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return check
}
