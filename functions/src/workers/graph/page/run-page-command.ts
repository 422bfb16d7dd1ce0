import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { fetchAgain } from '../fetch-again.ts'
import { sendSigns } from './send-signs.ts'
import { sendToMetaPage } from './send-to-meta-page.ts'

/** Carries out a command of a Facebook page or an Instagram account. */
export async function runPageCommand(command: OutboundCommand): Promise<void> {
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
