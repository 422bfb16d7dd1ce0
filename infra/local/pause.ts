/** A time, always limited, during which some work waits. */
export type Pause = {
  /** Begins a pause, or extends the present one. @returns its end (epoch ms) */
  begin: (ms: number) => number
  end: () => void
  isActive: () => boolean
  /** Resolves once nothing is paused. */
  over: () => Promise<void>
}

export function createPause(): Pause {
  let until = 0
  let ended = Promise.resolve()
  let resolve = () => {}
  let timer: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(timer)
    timer = undefined
    resolve()
  }

  return {
    begin(ms) {
      if (timer === undefined) {
        ended = new Promise(done => {
          resolve = done
        })
      }
      clearTimeout(timer)
      until = Date.now() + ms
      timer = setTimeout(end, ms)
      return until
    },
    end,
    isActive: () => timer !== undefined,
    async over() {
      while (timer !== undefined) await ended
    },
  }
}
