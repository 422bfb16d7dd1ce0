import { publish } from '../../../realtime/publish.ts'

/** Time (ms) between two events: a reader sees no difference, and a socket is spared. */
const PAUSE_MS = 200

type Asked = { companyId: string; userId: string; ticketId: string; requestId: string }

/**
 * Publishes a text to the user who asked for it while it is written: the newest state, one event at
 * a time. `end` waits for the event under way, so that none follows the call's answer.
 */
export function publishSoFar({ companyId, userId, ...asked }: Asked): {
  take: (text: string) => void
  end: () => Promise<void>
} {
  let newest: string | undefined
  let under: Promise<void> | undefined
  let isOver = false
  const go = async (): Promise<void> => {
    while (newest !== undefined && !isOver) {
      const text = newest
      newest = undefined
      await publish(companyId, 'copilot', { action: 'update', ...asked, text }, { userIds: [userId] })
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
    under = undefined
  }
  return {
    take(text) {
      if (text === '') return
      newest = text
      under ??= go()
    },
    async end() {
      isOver = true
      await under
    },
  }
}
