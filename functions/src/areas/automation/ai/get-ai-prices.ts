import { aiPrices } from '../../../data/automation/ai-price.ts'
import type { Operations } from '../operations.ts'

export const getAiPrices: Operations['aiPrices']['get'] = () => aiPrices()
