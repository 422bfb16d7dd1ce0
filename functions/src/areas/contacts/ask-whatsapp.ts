import { AppError } from '@balcao/shared/errors.ts'
import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import type { NumberCheck } from '../../data/contacts/number-check.ts'
import { checkNumber } from '../../messaging/check-number.ts'

const TIMEOUT_MS = 3000

/** What WhatsApp says of a number, over the default connection if it is up; undefined when nobody could be asked in time. */
export async function askWhatsapp(companyId: string, number: string): Promise<NumberCheck | undefined> {
  const connections = (await listWhatsapps(companyId)).filter(({ status }) => status === 'CONNECTED')
  const connection = connections.find(({ isDefault }) => isDefault) ?? connections[0]
  return checkNumber(companyId, connection ?? { id: '', status: 'DISCONNECTED' }, number, TIMEOUT_MS)
}

/** As `askWhatsapp`, but a number without an account is refused: throws ERR_WAPP_INVALID_CONTACT. */
export async function knownToWhatsapp(companyId: string, number: string): Promise<NumberCheck | undefined> {
  const check = await askWhatsapp(companyId, number)
  if (check && !check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return check
}
