import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOOPBACK } from '../../local/listen.ts'
import type { Product, Program } from '../../test/system/start-product.ts'
import { memoryOf } from '../memory.ts'
import { processorTime } from '../processor-time.ts'

const PROGRAMS: Program[] = ['cloud', 'host', 'simulator', 'table']

/** Memory of the product's processes at one moment, bytes: proportional share (PSS) and resident (RSS). */
export type Sample = { at: number; memory: Partial<Record<Program, { pss: number; rss: number }>> }

export type Watch = {
  /** Looks once more. */
  look: () => Sample
  samples: () => readonly Sample[]
  /** Processes that are not those of the beginning, in words. */
  ended: () => string[]
  /** Longest time the session host took to answer that it lives, milliseconds: it was deaf to every connection so long. */
  hostDeafMs: () => number
  /**
   * Share of the time in which somebody on this machine wanted the processor and had to wait; undefined where the kernel does
   * not tell. Near 1 the delays are those of the machine.
   */
  crowding: () => number | undefined
  /** Processor time of all of the product since the beginning, milliseconds. */
  processorMs: () => number
  stop: () => void
}

const PROBE_MS = 250

/** Watches who the product's processes are and what they take. Linux only. */
export function watchProcesses(product: Product): Watch {
  const pids = new Map(PROGRAMS.map(program => [program, product.pidOf(program)]))
  const linesBefore = product.output().length
  const cloud = pids.get('cloud')!
  const before = processorTime(cloud)
  const samples: Sample[] = []
  const began = performance.now()
  const waitedBefore = waitedMs()
  const look = () => {
    const sample: Sample = { at: performance.now(), memory: {} }
    for (const [program, pid] of pids) {
      const memory = pid && memoryOf(pid)
      if (memory) sample.memory[program] = memory
    }
    samples.push(sample)
    return sample
  }
  look()
  const ports = JSON.parse(readFileSync(join(product.dataDir, 'ports.json'), 'utf8')) as Record<string, number>
  const health = `http://${LOOPBACK}:${ports['session-host-health']}`
  let hostDeafMs = 0
  let asking = false
  const probe = setInterval(() => {
    if (asking) return
    asking = true
    const asked = performance.now()
    const answered = () => {
      hostDeafMs = Math.max(hostDeafMs, performance.now() - asked)
      asking = false
    }
    fetch(health)
      .then(response => response.arrayBuffer())
      .then(answered, answered)
  }, PROBE_MS)
  return {
    look,
    samples: () => samples,
    ended: () => [
      ...PROGRAMS.filter(program => product.pidOf(program) !== pids.get(program)).map(
        program => `${program} was ended`,
      ),
      ...product
        .output()
        .slice(linesBefore)
        .filter(line => / ended \(/.test(line)),
    ],
    hostDeafMs: () => hostDeafMs,
    crowding() {
      const waited = waitedMs()
      if (waited === undefined || waitedBefore === undefined) return undefined
      return (waited - waitedBefore) / (performance.now() - began)
    },
    processorMs: () => processorTime(cloud) - before,
    stop: () => clearInterval(probe),
  }
}

/** So long somebody has waited for the processor since the machine began, milliseconds (pressure stall information). */
function waitedMs(): number | undefined {
  try {
    return Number(/^some .* total=(\d+)$/m.exec(readFileSync('/proc/pressure/cpu', 'utf8'))![1]) / 1000
  } catch {
    return undefined
  }
}
