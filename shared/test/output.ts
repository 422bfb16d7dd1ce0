// Loaded before every test file. Keeps what a test's process prints and shows it only when the test
// fails. A test that prints an unexpected error fails, so a green run prints nothing and no logged
// error goes unseen; so does a test that prints, answers or publishes a secret.
import { Console } from 'node:console'
import { afterEach, beforeEach, expect } from 'vitest'
import { searchForSecrets, takeLeaks } from './secrets.ts'

type Written = { text: string; isError: boolean }

/** State of the process, which may run several files and then loads this module again for each. */
const kept = globalThis as { testOutput?: ReturnType<typeof watchOutput> }
kept.testOutput ??= watchOutput()
const output = kept.testOutput

function watchOutput() {
  const writeOut = process.stdout.write.bind(process.stdout)
  const output = { written: [] as Written[], taken: [] as Written[], inTest: false, writeOut }
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
      if (!output.inTest) return write(chunk, ...rest)
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      output.written.push({ text, isError: stream === process.stderr && !isMilder(text) })
      for (const callback of rest) if (typeof callback === 'function') (callback as () => void)()
      return true
    }) as typeof stream.write
  }
  return output
}

// Vitest's own console bypasses the streams. Warnings are no errors, though Node prints them to the
// same stream.
const plain = new Console(process.stdout, process.stderr)
plain.warn = plain.log
globalThis.console = plain

/**
 * Returns true for a line of the structured log below ERROR, a warning of Node's own, or nothing,
 * which an ending thread writes: all go to the same stream.
 */
function isMilder(text: string): boolean {
  return /^($|\{"level":"(?!ERROR|CRITICAL)|\(node:\d+\) |\(Use `node )/.test(text)
}

// jsdom has no layout to scroll, and reports it at each call.
if ('window' in globalThis) Object.assign(globalThis, { scrollTo: () => {} })

beforeEach(({ onTestFailed }) => {
  output.written = []
  output.taken = []
  output.inTest = true
  onTestFailed(({ task }) => {
    if (output.written.length > 0 && !task.fails)
      output.writeOut(`printed by ${task.name}:\n${output.written.map(({ text }) => text).join('')}\n`)
    output.written = []
  })
})

afterEach(() => {
  output.inTest = false
  const errors = output.written.filter(each => each.isError && !output.taken.includes(each))
  searchForSecrets('what was printed', output.written.map(({ text }) => text).join(''))
  const leaks = takeLeaks()
  if (leaks.length > 0) throw new Error(`secrets got out: ${[...new Set(leaks)].join(', ')}`)
  if (errors.length > 0) throw new Error(`${errors.length} errors that nobody expected were printed`)
})

/**
 * Expects the errors printed so far in this test that contain a text, if any. @returns their number
 */
export function allowLogged(text: string): number {
  const found = output.written.filter(each => each.isError && each.text.includes(text))
  output.taken.push(...found)
  return found.length
}

/**
 * Expects this test to have printed errors that contain a text. @param times their number; at least
 * one by default
 */
export function expectLogged(text: string, times?: number): void {
  const found = allowLogged(text)
  if (times === undefined) expect(found, `logged: ${text}`).toBeGreaterThan(0)
  else expect(found, `logged: ${text}`).toBe(times)
}
