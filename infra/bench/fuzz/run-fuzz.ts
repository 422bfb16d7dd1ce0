import { seededRandom } from '../../demo/seed/random.ts'
import { type FuzzTarget, randomRequest } from './random-request.ts'
import { type RawAnswer, sendRaw } from './send-raw.ts'

export type FuzzRun = {
  /** Number of requests sent, and the longest time (ms) to an answer or the end, by kind. */
  kinds: Map<string, { count: number; slowest: number }>
  /** Number of requests by status; those without an answer by how they ended. */
  ends: Map<string, number>
  /** Kind and number of the requests that were neither answered nor closed. */
  silent: string[]
}

/** Requests on their way at a time; those that wait for their end are not counted. */
const PARALLEL = 32
/** After this time a request gives its place to the next one, in ms. */
const PATIENCE_MS = 500

/**
 * Attacks gateways with random requests and silent sockets at once, the same for the same seed.
 * @param options.sockets number of sockets that say nothing
 * @param options.limitMs time in which each must be answered or closed
 */
export async function runFuzz(
  targets: readonly FuzzTarget[],
  options: { seed: number; requests: number; sockets: number; token: string; limitMs: number },
): Promise<FuzzRun> {
  const random = seededRandom(options.seed)
  const run: FuzzRun = { kinds: new Map(), ends: new Map(), silent: [] }
  const note = (name: string, { end, status, ms }: RawAnswer) => {
    const kind = name.replace(/ \d+$/, '')
    const { count, slowest } = run.kinds.get(kind) ?? { count: 0, slowest: 0 }
    run.kinds.set(kind, { count: count + 1, slowest: Math.max(slowest, ms) })
    const how = end === 'answered' ? String(status ?? 101) : end
    run.ends.set(how, (run.ends.get(how) ?? 0) + 1)
    if (end === 'silent') run.silent.push(name)
  }
  const { port } = targets[0]!
  const idle = Array.from({ length: options.sockets }, async (_, i) => {
    note(`idle socket ${i}`, await sendRaw(port, undefined, options.limitMs))
  })
  const waiting: Promise<void>[] = []
  // Chosen one after the other, so that the same seed makes the same requests.
  let next = 0
  const attack = async () => {
    while (next < options.requests) {
      const at = next++
      const target = random.chance(0.85) ? targets[0]! : random.pick(targets)
      const request = randomRequest(random, target, options.token)
      const ended = sendRaw(target.port, request, options.limitMs).then(answer => note(`${request.kind} ${at}`, answer))
      waiting.push(ended)
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, attack))
  await Promise.all([...waiting, ...idle])
  return run
}
