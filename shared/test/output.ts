// Loaded before every test file. What a test's process prints meanwhile is kept and shown only when the test fails, and a test that
// prints an error it did not expect fails: so a green run says nothing, and an error that is logged by mistake is seen.
import { Console } from 'node:console'
import { afterEach, beforeEach, expect } from 'vitest'

type Written = { text: string; isError: boolean }

const written: Written[] = []
let taken: Written[] = []
let inTest = false
const writeOut = process.stdout.write.bind(process.stdout)

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream)
  stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    if (!inTest) return write(chunk, ...rest)
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    written.push({ text, isError: stream === process.stderr && !isMilder(text) })
    for (const told of rest) if (typeof told === 'function') (told as () => void)()
    return true
  }) as typeof stream.write
}
// Vitest's own console goes past the streams. Warnings are no errors, though Node prints them beside these.
const plain = new Console(process.stdout, process.stderr)
plain.warn = plain.log
globalThis.console = plain

/** A line of the structured log below ERROR, or a warning of Node's own: they go to the same stream. */
const isMilder = (text: string): boolean => /^(\{"level":"(?!ERROR|CRITICAL)|\(node:\d+\) |\(Use `node )/.test(text)

// jsdom has no layout to scroll, and says so at each call.
if ('window' in globalThis) Object.assign(globalThis, { scrollTo: () => {} })

beforeEach(({ onTestFailed }) => {
  written.length = 0
  taken = []
  inTest = true
  onTestFailed(({ task }) => {
    if (written.length > 0 && !task.fails)
      writeOut(`printed by ${task.name}:\n${written.map(({ text }) => text).join('')}\n`)
    written.length = 0
  })
})

afterEach(() => {
  inTest = false
  const errors = written.filter(each => each.isError && !taken.includes(each))
  if (errors.length > 0) throw new Error(`${errors.length} errors that nobody expected were printed`)
})

/** Errors printed so far in this test which contain a text are expected, if there are any. @returns how many there are */
export function allowLogged(text: string): number {
  const found = written.filter(each => each.isError && each.text.includes(text))
  taken.push(...found)
  return found.length
}

/** This test has printed errors which contain a text, as it should. @param times how many; at least one by default */
export function expectLogged(text: string, times?: number): void {
  const found = allowLogged(text)
  if (times === undefined) expect(found, `logged: ${text}`).toBeGreaterThan(0)
  else expect(found, `logged: ${text}`).toBe(times)
}
