import type { NewWhatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { z } from 'zod'
import { createWhatsapp, listWhatsapps, newWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { sealCloudToken } from '../../../messaging/cloud-token.ts'
import { givenToken } from '../../../messaging/sign-up-token.ts'
import { connectNumber } from './connect-number.ts'
import { readTemplates } from './read-templates.ts'

type Body = z.output<typeof NewWhatsapp>

/**
 * Creates the connection of a cloud number, which is connected at once. Meta is asked before
 * anything is stored.
 * @throws what `connectNumber` and `createWhatsapp` throw
 */
export async function createCloudNumber(companyId: string, body: Body, limit: number): Promise<WhatsappRow> {
  const { phoneNumberId, businessAccountId, accessToken, provider: _, ...settings } = body
  if (!phoneNumberId || !businessAccountId || !accessToken) throw new AppError('ERR_VALIDATION')
  const token = givenToken(companyId, accessToken, Date.now())
  const known = await listWhatsapps(companyId, true)
  if (known.some(row => row.phoneNumberId === phoneNumberId)) throw new AppError('ERR_CLOUD_NUMBER_CONNECTED')
  if (known.length >= limit) throw new AppError('ERR_PLAN_LIMIT')
  const { number, ...said } = await connectNumber({ phoneNumberId, businessAccountId, token })
  const row = newWhatsapp(companyId, {
    ...settings,
    queueIds: [...new Set(settings.queueIds)],
    schedules: settings.schedules ?? DEFAULT_SCHEDULES,
    status: 'CONNECTED',
    channel: 'whatsapp',
    provider: 'cloud',
    businessAccountId,
    accessToken: sealCloudToken(companyId, token),
    ...said,
  })
  const created = await createWhatsapp({ ...row, number }, limit, false)
  await readTemplates(created)
  return created
}
