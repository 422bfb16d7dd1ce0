import { AppError } from '@balcao/shared/errors.ts'
import type { NumberCheck } from '../../data/contacts/number-check.ts'
import { askNumber, checkNumber } from '../../messaging/check-number.ts'
import { connectedWhatsapp } from '../../messaging/connected-whatsapp.ts'

const TIMEOUT_MS = 3000

/** What WhatsApp says of a number, over the default connection if it is up; undefined when nobody could be asked in time. */
export async function askWhatsapp(companyId: string, number: string): Promise<NumberCheck | undefined> {
  const connection = await connectedWhatsapp(companyId)
  return checkNumber(companyId, connection ?? { id: '', status: 'DISCONNECTED' }, number, TIMEOUT_MS)
}

/** As `askWhatsapp`, but a number without an account is refused: throws ERR_WAPP_INVALID_CONTACT. */
export const knownToWhatsapp = async (companyId: string, number: string): Promise<NumberCheck | undefined> =>
  withAccount(await askWhatsapp(companyId, number))

/** What WhatsApp says of a number of which nothing is kept, over a connection that is up. Throws ERR_WAPP_INVALID_CONTACT. */
export const askOver = async (
  companyId: string,
  connectionId: string,
  number: string,
): Promise<NumberCheck | undefined> => withAccount(await askNumber(companyId, connectionId, number, TIMEOUT_MS))

/** Throws ERR_WAPP_INVALID_CONTACT for a number that has no account. */
export function withAccount(check: NumberCheck | undefined): NumberCheck | undefined {
  if (check && !check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return check
}
