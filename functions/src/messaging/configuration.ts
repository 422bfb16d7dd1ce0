import type { PipelineConfiguration } from '@balcao/shared/rules/inbound/turn.ts'
import { getWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { getCompany, planOf, silencedBy } from '../data/company/company.ts'
import { configurationVersion } from '../data/company/configuration-version.ts'
import { HOLIDAYS } from '../data/company/holiday.ts'
import { readSettings } from '../data/company/setting.ts'
import { remember } from '../data/table/remember.ts'
import { everyRow } from '../data/table/small-list.ts'
import { listQueues, type QueueRow } from '../data/team/queue.ts'
import { everyOption } from '../data/team/queue-option.ts'

export type ConnectionConfiguration = PipelineConfiguration & { connection: WhatsappRow; queues: QueueRow[] }

type Answering = { integrationId: string | null; promptId: string | null }

/** Every message needs it and people change it rarely: it holds for its version, and so long for what a job changed. */
const LIFETIME_MS = 3000

const cached = remember<ConnectionConfiguration | undefined>(LIFETIME_MS)

/** What the pipeline needs to know of a company and its connection, and whether it may speak; undefined when one of them is gone. */
export async function configurationOf(
  companyId: string,
  connectionId: string,
): Promise<ConnectionConfiguration | undefined> {
  const version = await configurationVersion(companyId)
  const [configuration, silence] = await Promise.all([stored(companyId, connectionId, version), silencedBy(companyId)])
  return configuration && { ...configuration, silent: silence !== undefined }
}

const stored = (
  companyId: string,
  connectionId: string,
  version: number,
): Promise<ConnectionConfiguration | undefined> =>
  cached.get(`${companyId}#${connectionId}#${version}`, async () => {
    const [settings, company, connection, queues, options, holidays, plan] = await Promise.all([
      readSettings(companyId),
      getCompany(companyId, true),
      getWhatsapp(companyId, connectionId, true),
      listQueues(companyId, true),
      everyOption(companyId),
      everyRow(companyId, HOLIDAYS, { consistent: true }),
      planOf(companyId).catch(() => undefined),
    ])
    if (!company || !connection) return undefined
    // What the plan has not does not answer, whatever was stored while it had it.
    const allowed = ({ integrationId, promptId }: Answering): Answering => ({
      integrationId: plan?.useIntegrations ? integrationId : null,
      promptId: plan?.useOpenAi ? promptId : null,
    })
    return {
      settings,
      companySchedules: company.schedules,
      holidays,
      connection: { ...connection, ...allowed(connection) },
      queues: queues.map(queue => ({ ...queue, ...allowed(queue) })),
      options,
      menuQueueIds: queues.filter(({ id }) => connection.queueIds.includes(id)).map(({ id }) => id),
    }
  })
