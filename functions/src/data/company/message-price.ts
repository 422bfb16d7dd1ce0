import type { MessagePrice } from '@balcao/shared/entities/message-cost.ts'
import { priceTable } from './price-table.ts'

/** Prices of messages over the Cloud API. */
export const { get: messagePrices, save: saveMessagePrices } = priceTable<MessagePrice>(
  'messagePrices',
  'system#message-prices',
)
