export type ServerAcks = {
  /**
   * Waits for the server's answer to a message of ours, which is about to be sent.
   * @returns the error code of a refusal, or undefined when the server accepted it
   * @throws when it does not come within `ms`, or the socket closes first
   */
  wait: (id: string, ms: number) => Promise<string | undefined>
  answer: (id: string, error: string | undefined) => void
  /** Rejects all waits: the socket has closed, so no answer will come. */
  loseAll: () => void
}

type Waiting = { answer: (error: string | undefined) => void; lost: (error: Error) => void }

/** Creates the register of messages that wait for WhatsApp's acknowledgement. */
export function createServerAcks(): ServerAcks {
  const waiting = new Map<string, Waiting>()
  return {
    wait: (id, ms) =>
      new Promise((resolve, reject) => {
        const over = () => {
          clearTimeout(timer)
          if (waiting.get(id) === mine) waiting.delete(id)
        }
        const mine: Waiting = {
          answer(error) {
            over()
            resolve(error)
          },
          lost(error) {
            over()
            reject(error)
          },
        }
        const timer = setTimeout(() => mine.lost(new Error('no acknowledgement')), ms)
        waiting.set(id, mine)
      }),
    answer: (id, error) => waiting.get(id)?.answer(error),
    loseAll() {
      for (const { lost } of [...waiting.values()]) lost(new Error('the socket closed'))
    },
  }
}
