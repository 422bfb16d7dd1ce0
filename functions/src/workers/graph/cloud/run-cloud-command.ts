import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { fetchAgain } from '../fetch-again.ts'
import { reactOverCloud } from './react-over-cloud.ts'
import type { Attempt } from './retry-pauses.ts'
import { sendSigns } from './send-signs.ts'
import { sendToCloud } from './send-to-cloud.ts'

/** Carries out a command of a cloud number. */
export async function runCloudCommand(command: OutboundCommand, attempt: Attempt): Promise<void> {
  switch (command.type) {
    case 'send':
      return sendToCloud(command, attempt)
    case 'react':
      return reactOverCloud(command, attempt)
    case 'read':
    case 'presence':
      return sendSigns(command)
    case 'fetchMedia':
      return fetchAgain(command)
    default:
    // Edits and deletions are not offered, and a cloud number has no session.
  }
}
