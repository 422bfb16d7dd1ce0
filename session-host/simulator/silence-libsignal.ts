import { format } from 'node:util'

const NOISY =
  /^(Closing session|Closing open session|Opening session|Session already|Removing old closed session|Decrypted message with closed session|Failed to decrypt message with any known session|Session error|Migrating session|Unhandled bucket type)/

let done = false

/** Silences libsignal, which prints whole sessions, private keys included, whenever one changes. */
export function silenceLibsignal(): void {
  if (done) return
  done = true
  for (const level of ['info', 'warn', 'error'] as const) {
    const original = console[level].bind(console)
    console[level] = (...values: unknown[]) => {
      if (typeof values[0] === 'string' && NOISY.test(format(values[0]))) return
      original(...values)
    }
  }
}
