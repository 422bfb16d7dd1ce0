import { saveAiPrices as save } from '../../../data/automation/ai-price.ts'
import type { Operations } from '../operations.ts'

/** Replaces the whole table; what was counted keeps its cost. */
export const saveAiPrices: Operations['aiPrices']['save'] = (_, { body }) => save(body)
