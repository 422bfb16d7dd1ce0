import { AppError } from '@balcao/shared/errors.ts'
import type { NumberCheck } from '../../data/contacts/number-check.ts'
import { askNumber, checkNumber } from '../../messaging/check-number.ts'
import { connectedWhatsapp } from '../../messaging/connected-whatsapp.ts'

const TIMEOUT_MS = 3000

/**
 * Returns WhatsApp's answer about a number, over the default connection if it is connected;
 * undefined when no answer came in time.
 */
export async function askWhatsapp(companyId: string, number: string): Promise<NumberCheck | undefined> {
  const connection = await connectedWhatsapp(companyId)
  return checkNumber(companyId, connection ?? { id: '', status: 'DISCONNECTED' }, number, TIMEOUT_MS)
}

/**
 * Same as `askWhatsapp`, but refuses a number without an account.
 * @throws ERR_WAPP_INVALID_CONTACT
 */
export const knownToWhatsapp = async (companyId: string, number: string): Promise<NumberCheck | undefined> =>
  withAccount(await askWhatsapp(companyId, number))

/**
 * Returns WhatsApp's answer about a number without a stored one, over a connected connection.
 * @throws ERR_WAPP_INVALID_CONTACT
 */
export const checkNumberOver = async (
  companyId: string,
  connectionId: string,
  number: string,
): Promise<NumberCheck | undefined> => withAccount(await askNumber(companyId, connectionId, number, TIMEOUT_MS))

/**
 * Returns the check.
 * @throws ERR_WAPP_INVALID_CONTACT for a number without an account
 */
export function withAccount(check: NumberCheck | undefined): NumberCheck | undefined {
  if (check && !check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return check
}
