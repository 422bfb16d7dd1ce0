import { saveMessagePrices as save } from '../../../data/company/message-price.ts'
import type { Operations } from '../operations.ts'

/** Replaces the whole table; costs of earlier days are computed by it from then on. */
export const saveMessagePrices: Operations['messagePrices']['save'] = (_, { body }) => save(body)
