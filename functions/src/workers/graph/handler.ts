import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { processFifoBatch, read } from '../batch.ts'
import { fetchAgain } from './page/fetch-again.ts'
import { sendSigns } from './page/send-signs.ts'
import { sendToMetaPage } from './page/send-to-meta-page.ts'

/** Sends messages over Facebook pages and Instagram accounts, in order per conversation. */
export const handler = processFifoBatch(record => runCommand(read(OutboundCommand, record)))

async function runCommand(command: OutboundCommand): Promise<void> {
  switch (command.type) {
    case 'send':
      return sendToMetaPage(command)
    case 'read':
    case 'presence':
      return sendSigns(command)
    case 'fetchMedia':
      return fetchAgain(command)
    default:
    // Edits, deletions and reactions are not offered, and a metaPage has no session.
  }
}
