type Waiting = { answer: (error: string | undefined) => void; lost: (error: Error) => void }

/** Register of messages that wait for WhatsApp's acknowledgement. */
export class ServerAcks {
  readonly #waiting = new Map<string, Waiting>()

  /**
   * Waits for the server's answer to a message of ours, which is about to be sent.
   * @returns the error code of a refusal, or undefined when the server accepted it
   * @throws when it does not come within `ms`, or the socket closes first
   */
  wait(id: string, ms: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer)
        if (this.#waiting.get(id) === mine) this.#waiting.delete(id)
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
      this.#waiting.set(id, mine)
    })
  }

  answer(id: string, error: string | undefined): void {
    this.#waiting.get(id)?.answer(error)
  }

  /** Rejects all waits: the socket has closed, so no answer will come. */
  loseAll(): void {
    for (const { lost } of [...this.#waiting.values()]) lost(new Error('the socket closed'))
  }
}
