import { DeliveryTry } from '@balcao/shared/events/queues.ts'
import { eachAlone, read } from '../batch.ts'

export const handler = eachAlone(async record => {
  read(DeliveryTry, record)
})
