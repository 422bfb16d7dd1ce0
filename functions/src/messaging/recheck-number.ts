import { AppError } from '@balcao/shared/errors.ts'
import type { NumberCheck } from '../data/contacts/number-check.ts'
import { checkNumber } from './check-number.ts'
import { connectedWhatsapp, isNeverAsked } from './connected-whatsapp.ts'

const TIMEOUT_MS = 3000

/**
 * Asks WhatsApp again about a number, over the default connection if it is connected, else over any
 * that is. Undefined in a company whose connections can never ask.
 * @throws ERR_WAPP_NOT_INITIALIZED when none is, ERR_WAPP_CHECK_CONTACT when no answer came in time
 */
export async function recheckNumber(companyId: string, number: string): Promise<NumberCheck | undefined> {
  const connection = await connectedWhatsapp(companyId)
  if (!connection && (await isNeverAsked(companyId))) return undefined
  if (!connection) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  const check = await checkNumber(companyId, connection, number, TIMEOUT_MS, true)
  if (!check) throw new AppError('ERR_WAPP_CHECK_CONTACT')
  return check
}
