import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { eachInOrder, read } from '../batch.ts'

export const handler = eachInOrder(async record => {
  read(OutboundCommand, record)
})
