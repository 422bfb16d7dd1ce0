import { messagePrices } from '../../../data/company/message-price.ts'
import type { Operations } from '../operations.ts'

export const getMessagePrices: Operations['messagePrices']['get'] = () => messagePrices()
