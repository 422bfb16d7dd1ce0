import { z } from 'zod'
import { Day, Money } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { AiPrices, AiSettings, AiUseDay } from '../../entities/ai-use.ts'
import { SETTINGS } from '../../entities/setting.ts'
import { codeMessage } from '../../validation/field-message.ts'

/** A price of 100,000 of the currency for a million tokens at most. */
const Price = z.number().int().min(0).max(100_000_000_000)

const Prices = z
  .array(
    z.object({
      model: z
        .string()
        .max(100)
        .regex(/^(\*|[\w.:/@-]+)$/, codeMessage('invalid_format')),
      input: Price,
      output: Price,
    }),
  )
  .max(500)
  .refine(prices => new Set(prices.map(({ model }) => model)).size === prices.length, codeMessage('duplicate'))

export const aiPrices = {
  get: route({
    method: 'GET',
    path: '/prompt/prices',
    summary: 'Prices of the tokens of AI models, as the operator entered them',
    access: 'super',
    response: AiPrices,
  }),
  save: route({
    method: 'PUT',
    path: '/prompt/prices',
    summary: 'Replace the table of prices of AI models; what was counted keeps its cost',
    access: 'super',
    audit: 'setting.update',
    body: z.object({ currency: z.string().regex(/^[A-Z]{3}$/), prices: Prices }),
    response: AiPrices,
  }),
}

export const aiSettings = {
  get: route({
    method: 'GET',
    path: '/prompt/settings',
    summary: 'The key, models and monthly cap of everything that uses AI, and what this month cost',
    access: 'admin',
    plan: 'useOpenAi',
    response: AiSettings,
  }),
  save: route({
    method: 'PUT',
    path: '/prompt/settings',
    summary: 'Change AI settings; an empty key is removed',
    access: 'admin',
    plan: 'useOpenAi',
    audit: 'setting.update',
    body: z
      .object({
        apiKey: SETTINGS.openAiKey.values,
        copilotModel: SETTINGS.openAiCopilotModel.values,
        embeddingModel: SETTINGS.openAiEmbeddingModel.values,
        monthlyCap: Money.min(0.01).nullable(),
      })
      .partial(),
    response: AiSettings,
  }),
}

export const aiUse = {
  days: route({
    method: 'GET',
    path: '/prompt/usage/days',
    summary: 'Tokens, calls and cost of AI by day and by who used it',
    access: 'admin',
    plan: 'useOpenAi',
    query: z.object({ dateFrom: Day.optional(), dateTo: Day.optional() }),
    response: z.object({
      /** Currency code (ISO 4217) of all costs. */
      currency: z.string(),
      days: z.array(AiUseDay),
    }),
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
}
