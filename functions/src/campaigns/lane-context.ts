import type { CampaignSettings } from '@balcao/shared/entities/campaign.ts'
import type { Settings } from '@balcao/shared/entities/setting.ts'
import type { LaneContext } from '@balcao/shared/rules/campaigns/lane.ts'
import { getCampaignSettings } from '../data/campaigns/campaign-settings.ts'
import { getWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { planOf } from '../data/company/company.ts'
import { getSettings } from '../data/company/setting.ts'
import { remember } from '../data/table/remember.ts'
import { isPaidNow } from '../http/require-paid.ts'

/** What a tick goes by; as old as this at most, since without an interval there are many of them. */
const LIFETIME_MS = 2000

export type Surroundings = Omit<LaneContext, 'now'> & {
  settings: CampaignSettings
  company: Settings
  connection: WhatsappRow | undefined
}

const kept = remember<Surroundings>(LIFETIME_MS)

/** What decides whether a connection's campaigns may send, and how. */
export const surroundingsOf = (companyId: string, connectionId: string): Promise<Surroundings> =>
  kept.get(`${companyId}#${connectionId}`, async () => {
    const [settings, company, connection, paid, plan] = await Promise.all([
      getCampaignSettings(companyId),
      getSettings(companyId),
      getWhatsapp(companyId, connectionId),
      isPaidNow(companyId),
      planOf(companyId).catch(() => undefined),
    ])
    return {
      settings,
      company,
      connection,
      timeZone: company.timezone,
      maySend: paid && plan?.useCampaigns === true,
      connected: connection?.status === 'CONNECTED',
      since: connection ? Date.parse(connection.createdAt) : 0,
    }
  })
