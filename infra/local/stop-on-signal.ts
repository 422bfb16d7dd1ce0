/**
 * Ends this process on SIGTERM or Ctrl+C after what it runs has been closed; a second signal ends
 * it at once.
 */
export function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('stopping; once more to stop at once')
      close().then(
        () => process.exit(0),
        error => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
