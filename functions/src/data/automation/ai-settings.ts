import type { AiSettings } from '@balcao/shared/entities/ai-use.ts'
import { MILLION } from '@balcao/shared/rules/ai-cost.ts'
import { monthlyCounters } from '../company/monthly-use.ts'
import { getSettings, hasSetting, openSettings } from '../company/setting.ts'
import { everyRow } from '../table/small-list.ts'
import { aiPrices } from './ai-price.ts'
import { openKey, PROMPTS } from './prompt.ts'

/**
 * Returns the company's key for what no agent does itself (copilot, knowledge): that of the AI
 * settings, else that of its first agent by name that has one; undefined without any.
 */
export async function companyKey(companyId: string): Promise<string | undefined> {
  const { openAiKey } = await openSettings(companyId)
  if (openAiKey !== '') return openAiKey
  for (const prompt of await everyRow(companyId, PROMPTS)) {
    const key = openKey(companyId, 'apiKey', prompt)
    if (key) return key
  }
  return undefined
}

export async function showAiSettings(companyId: string): Promise<AiSettings> {
  const [settings, hasApiKey, { currency }, { cost = 0, unpriced = 0 }] = await Promise.all([
    getSettings(companyId),
    hasSetting(companyId, 'openAiKey'),
    aiPrices(),
    monthlyCounters(companyId, 'tokens'),
  ])
  return {
    hasApiKey,
    copilotModel: settings.openAiCopilotModel,
    embeddingModel: settings.openAiEmbeddingModel,
    monthlyCap: settings.openAiMonthlyCap === '' ? null : Number(settings.openAiMonthlyCap),
    cost: cost / MILLION,
    unpriced,
    currency,
  }
}
