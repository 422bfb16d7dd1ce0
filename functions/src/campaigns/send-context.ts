import type { CampaignSettings } from '@balcao/shared/entities/campaign.ts'
import type { Settings } from '@balcao/shared/entities/setting.ts'
import { officialSettings, tierOf } from '@balcao/shared/rules/campaigns/official-pace.ts'
import type { SendConditions } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { getCampaignSettings } from '../data/campaigns/campaign-settings.ts'
import { getSendQueue } from '../data/campaigns/send-queue-row.ts'
import { connectionsOfAccount } from '../data/channels/meta-page-account.ts'
import { getWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { planOf, silencedBy } from '../data/company/company.ts'
import { getSettings } from '../data/company/setting.ts'

export type SendContext = Omit<SendConditions, 'now'> & {
  settings: CampaignSettings
  company: Settings
  connection: WhatsappRow | undefined
}

/** Reads what decides whether a connection's campaigns may send, and how. */
export async function readSendContext(companyId: string, connectionId: string): Promise<SendContext> {
  const [settings, company, connection, silence, plan] = await Promise.all([
    getCampaignSettings(companyId),
    getSettings(companyId),
    getWhatsapp(companyId, connectionId),
    silencedBy(companyId),
    planOf(companyId).catch(() => undefined),
  ])
  const isOfficial = connection !== undefined && capabilitiesOf(connection).window === 'template'
  return {
    settings: isOfficial ? officialSettings(settings) : settings,
    ...(isOfficial ? await limitOf(connection) : {}),
    company,
    connection,
    timeZone: company.timezone,
    maySend: !silence && plan?.useCampaigns === true,
    connected: connection?.status === 'CONNECTED',
    since: connection ? Date.parse(connection.createdAt) : 0,
  }
}

/**
 * Returns the limit of an official number, and what the company's other numbers of the same
 * business account have used of it: Meta counts for the portfolio. Costs a read unit a number of
 * the account, however many connections the company has.
 */
async function limitOf({
  companyId,
  id,
  businessAccountId,
  messagingLimit,
}: WhatsappRow): Promise<Pick<SendContext, 'tier' | 'startedElsewhere'>> {
  const tier = tierOf(messagingLimit)
  if (tier === null || !businessAccountId) return { tier }
  const sisters = (await connectionsOfAccount(businessAccountId)).filter(
    other => other.companyId === companyId && other.whatsappId !== id,
  )
  const queues = await Promise.all(sisters.map(sister => getSendQueue(companyId, sister.whatsappId)))
  return { tier, startedElsewhere: queues.flatMap(({ started }) => started) }
}
