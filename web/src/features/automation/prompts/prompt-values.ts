import type { Prompt } from '@balcao/shared/entities/prompt.ts'

/** Returns the values of an agent's form; null for a new one. Keys never come back. */
export const valuesOf = (row: Prompt | null) => ({
  name: row?.name ?? '',
  prompt: row?.prompt ?? '',
  apiKey: '',
  model: row?.model ?? '',
  voice: row?.voice ?? ('texto' as const),
  voiceKey: '',
  voiceRegion: row?.voiceRegion ?? '',
  maxTokens: row?.maxTokens ?? 100,
  temperature: row?.temperature ?? 1,
  maxMessages: row?.maxMessages ?? 10,
  queueId: row?.queueId ?? '',
  tools: row?.tools ?? {},
  mayFinishOrders: row?.mayFinishOrders ?? false,
  finishLimit: row?.finishLimit ?? null,
  storeId: row?.storeId ?? null,
  knowledge: row?.knowledge ?? false,
  hours: row?.hours ?? ('always' as const),
})
