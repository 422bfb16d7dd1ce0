import type { Company } from '@balcao/shared/entities/company.ts'
import type { PipelineConfiguration } from '@balcao/shared/rules/inbound/pipeline.ts'
import { PROMPTS } from '../data/automation/prompt.ts'
import { INTEGRATIONS } from '../data/automation/queue-integration.ts'
import { getWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { getCompany, planOf, silenceOf } from '../data/company/company.ts'
import { configurationVersion } from '../data/company/configuration-version.ts'
import { HOLIDAYS } from '../data/company/holiday.ts'
import { readSettings } from '../data/company/setting.ts'
import { cacheFor } from '../data/table/short-cache.ts'
import { everyRow } from '../data/table/small-list.ts'
import { listQueues, type QueueRow } from '../data/team/queue.ts'
import { everyOption } from '../data/team/queue-option.ts'

export type ConnectionConfiguration = PipelineConfiguration & { connection: WhatsappRow; queues: QueueRow[] }

type Answering = { integrationId: string | null; promptId: string | null }

/**
 * Cache time: every message needs it and people change it rarely. An entry holds for its version; a
 * change made by a job may take this long to be seen.
 */
const LIFETIME_MS = 3000

type Stored = { company: Company; configuration: ConnectionConfiguration }

const cached = cacheFor<Stored | undefined>(LIFETIME_MS)

/**
 * Returns what the pipeline needs to know of a company and its connection, and whether the bot may
 * answer; undefined when one of them is gone.
 */
export async function configurationOf(
  companyId: string,
  connectionId: string,
): Promise<ConnectionConfiguration | undefined> {
  const version = await configurationVersion(companyId)
  const found = await stored(companyId, connectionId, version)
  // Computed at each call: a due date passes without a change.
  return found && { ...found.configuration, silent: silenceOf(found.company) !== undefined }
}

const stored = (companyId: string, connectionId: string, version: number): Promise<Stored | undefined> =>
  cached.get(`${companyId}#${connectionId}#${version}`, async () => {
    const [settings, company, connection, queues, options, holidays, plan, integrations, prompts] = await Promise.all([
      readSettings(companyId),
      getCompany(companyId, true),
      getWhatsapp(companyId, connectionId, true),
      listQueues(companyId, true),
      everyOption(companyId),
      everyRow(companyId, HOLIDAYS, { consistent: true }),
      planOf(companyId, true).catch(() => undefined),
      everyRow(companyId, INTEGRATIONS, { consistent: true }),
      everyRow(companyId, PROMPTS, { consistent: true }),
    ])
    if (!company || !connection) return undefined
    const integrationIds = new Set(integrations.map(({ id }) => id))
    const promptIds = new Set(prompts.map(({ id }) => id))
    // A deleted bot, or one the plan does not include, does not answer, even where its id is still
    // set.
    const allowed = ({ integrationId, promptId }: Answering): Answering => ({
      integrationId: plan?.useIntegrations && integrationIds.has(integrationId ?? '') ? integrationId : null,
      promptId: plan?.useOpenAi && promptIds.has(promptId ?? '') ? promptId : null,
    })
    const configuration = {
      settings,
      companySchedules: company.schedules,
      holidays,
      connection: { ...connection, ...allowed(connection) },
      queues: queues.map(queue => ({ ...queue, ...allowed(queue) })),
      options,
      menuQueueIds: queues.filter(({ id }) => connection.queueIds.includes(id)).map(({ id }) => id),
      botIds: [...integrationIds, ...promptIds],
    }
    return { company, configuration }
  })
