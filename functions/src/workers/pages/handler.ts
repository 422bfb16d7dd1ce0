import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { eachInOrder, read } from '../batch.ts'
import { fetchAgain } from './fetch-again.ts'
import { sendSigns } from './send-signs.ts'
import { sendToPage } from './send-to-page.ts'

/** Sends messages over Facebook pages and Instagram accounts, in order per conversation. */
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
    // Edits, deletions and reactions are not offered, and a metaPage has no session.
  }
}
