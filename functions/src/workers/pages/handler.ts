import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { eachInOrder, read } from '../batch.ts'
import { fetchAgain } from './fetch-again.ts'
import { sendSigns } from './send-signs.ts'
import { sendToPage } from './send-to-page.ts'

/** What leaves over pages of Facebook and accounts of Instagram, in order per conversation. */
export const handler = eachInOrder(record => carryOut(read(OutboundCommand, record)))

async function carryOut(command: OutboundCommand): Promise<void> {
  switch (command.type) {
    case 'send':
      return sendToPage(command)
    case 'read':
    case 'presence':
      return sendSigns(command)
    case 'fetchMedia':
      return fetchAgain(command)
    default:
    // Edits, deletions and reactions are not offered, and a page has no session.
  }
}
