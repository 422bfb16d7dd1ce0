import type { AiPrice } from '@balcao/shared/entities/ai-use.ts'
import { priceTable } from '../company/price-table.ts'

/** Prices of the tokens of AI models. */
export const { get: aiPrices, save: saveAiPrices } = priceTable<AiPrice>('aiPrices', 'system#ai-prices')
