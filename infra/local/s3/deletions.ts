/** Removal of files that nothing names any more, which a backup may postpone. */
export type Deletions = {
  /** Removes a file now, or when the hold ends. */
  remove: (file: string) => Promise<void>
  /** Postpones removals for some time, or for longer. @returns the end of the hold (epoch ms) */
  hold: (ms: number) => number
  /** Ends the hold and carries out what was postponed. */
  release: () => Promise<void>
}

/** @param remove removes a file; one that does not exist is no error */
export function createDeletions(remove: (file: string) => Promise<void>): Deletions {
  const postponed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function release(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const files = [...postponed]
    postponed.clear()
    await Promise.all(files.map(remove))
  }

  return {
    async remove(file) {
      if (timer === undefined) await remove(file)
      else postponed.add(file)
    },
    hold(ms) {
      clearTimeout(timer)
      // Files of a process that ends before are removed at its next start.
      timer = setTimeout(() => void release(), ms).unref()
      return Date.now() + ms
    },
    release,
  }
}
