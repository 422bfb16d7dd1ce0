import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import * as whatsapps from '../../../data/channels/whatsapp.ts'
import { planOf } from '../../../data/company/company.ts'
import { readSettings } from '../../../data/company/setting.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { sendSessionCommand } from '../../../messaging/session-command.ts'
import { publish } from '../../../realtime/publish.ts'
import { requireAnswering } from '../../require-answering.ts'
import { createCloudNumber } from '../cloud/create-cloud-number.ts'
import { publishFormerDefaults } from '../publish-former-defaults.ts'
import { requireFit } from '../require-fit.ts'
import { wireConnections } from '../wire-connection.ts'

type Create = Handlers<typeof channels, HttpContexts>['whatsapp']['create']
type Body = Parameters<Create>[1]['body']

/** Creates a connection: a linked device, which requests its QR code at once, or a cloud number. */
export const createWhatsapp: Create = async (ctx, { body }) => {
  const { companyId } = ctx
  const [plan] = await Promise.all([planOf(companyId), requireFit(companyId, body), requireAnswering(companyId, body)])
  const row =
    body.provider === 'cloud'
      ? await createCloudNumber(companyId, body, plan.connections)
      : await createLinkedDevice(companyId, body, plan.connections)
  const [connection] = await wireConnections(ctx, [row])
  await publish(companyId, 'whatsapp', { action: 'create', whatsapp: connection! })
  if (row.isDefault) await publishFormerDefaults(ctx, row.id)
  return connection!
}

async function createLinkedDevice(companyId: string, body: Body, limit: number): Promise<whatsapps.WhatsappRow> {
  const settings = await readSettings(companyId)
  const row = await whatsapps.createWhatsapp(
    whatsapps.newWhatsapp(companyId, {
      ...body,
      queueIds: [...new Set(body.queueIds)],
      schedules: body.schedules ?? DEFAULT_SCHEDULES,
      status: 'OPENING',
      channel: 'whatsapp',
      provider: 'web',
    }),
    limit,
    settings.call === 'disabled',
  )
  await sendSessionCommand(companyId, row.id, 'start')
  return row
}
