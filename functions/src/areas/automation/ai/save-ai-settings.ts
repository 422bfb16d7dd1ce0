import type { SettingKey } from '@balcao/shared/entities/setting.ts'
import { showAiSettings } from '../../../data/automation/ai-settings.ts'
import { changeSetting } from '../../company/settings/change-setting.ts'
import type { Operations } from '../operations.ts'

/** Changes the settings behind the fields that are given. */
export const saveAiSettings: Operations['aiSettings']['save'] = async (ctx, { body }) => {
  const { apiKey, copilotModel, embeddingModel, monthlyCap } = body
  const wanted: Partial<Record<SettingKey, string | undefined>> = {
    openAiKey: apiKey,
    openAiCopilotModel: copilotModel,
    openAiEmbeddingModel: embeddingModel,
    openAiMonthlyCap: monthlyCap === null ? '' : monthlyCap?.toFixed(2),
  }
  for (const [key, value] of Object.entries(wanted)) if (value !== undefined) await changeSetting(ctx, key, value)
  ctx.audit({ name: Object.keys(body).join(', ') })
  return showAiSettings(ctx.companyId)
}
