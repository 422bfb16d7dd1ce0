export type ServerAcks = {
  /**
   * Waits for the server's answer to a message of ours, which is about to be sent.
   * @returns the error code of a refusal, or undefined when the server took it
   * @throws when it does not come within `ms`, or the socket closes first
   */
  wait: (id: string, ms: number) => Promise<string | undefined>
  answer: (id: string, error: string | undefined) => void
  /** The socket has closed: nothing that is waited for will come. */
  loseAll: () => void
}

type Waiting = { answer: (error: string | undefined) => void; lost: (error: Error) => void }

/** Who waits for WhatsApp's acknowledgement of which message. */
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
