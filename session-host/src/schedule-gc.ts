import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Keeps V8's nursery at its first size, and lets this process request a collection. Opening
 * sessions makes garbage in bursts; a nursery that grew for one (to 48 MB) is never given back, and
 * old garbage stays for minutes in a process that does little: 341 MB for 120 idle sessions before
 * a collection, 191 MB after.
 */
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Collects once the heap has grown by 30 %, in place of up to 300: messages make so much
 * garbage that this process went from 170 to 400 MB and back twice a minute, and stays at 115
 * for the same time of the processor.
 */
setFlagsFromString('--heap-growing-percent=30')

/**
 * Bytes from which Node cuts small buffers. Keys and parts of messages are kept for minutes, and
 * each keeps its whole block: of Node's 64 KB, 5 connections at 20 messages a second held 140 MB.
 */
Buffer.poolSize = 8 * 1024

/**
 * Milliseconds after the last opening: data of a first synchronization and its queries becomes
 * garbage only later.
 */
const GC_DELAYS_MS = [10_000, 30_000]
let timers: NodeJS.Timeout[] = []

/**
 * Collects garbage when no session has been opened for ten seconds, and once more later: it takes
 * some 100 ms for 300 sessions and frees their memory.
 */
export function scheduleGc(): void {
  for (const timer of timers) clearTimeout(timer)
  timers = GC_DELAYS_MS.map(ms => setTimeout(() => collect({ type: 'major', flavor: 'last-resort' }), ms).unref())
}
