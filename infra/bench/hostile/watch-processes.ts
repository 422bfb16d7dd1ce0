import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOOPBACK } from '../../local/listen.ts'
import { memoryOf } from '../../local/operations/process-memory.ts'
import type { Product, Program } from '../../test/system/start-product.ts'
import { processorTime } from '../processor-time.ts'

const PROGRAMS: Program[] = ['cloud', 'host', 'simulator', 'table']

/**
 * Memory of the product's processes at one moment, in bytes: proportional share (PSS) and resident
 * (RSS).
 */
export type Sample = { at: number; memory: Partial<Record<Program, { pss: number; rss: number }>> }

export type Watch = {
  /** Takes another sample. */
  look: () => Sample
  samples: () => readonly Sample[]
  /** Returns descriptions of the processes that ended or were replaced since the beginning. */
  ended: () => string[]
  /**
   * Returns the session host's longest time to answer its health check, in ms: all connections
   * waited as long.
   */
  hostDeafMs: () => number
  /**
   * Returns the share of the time in which a process of this machine waited for the processor;
   * undefined where the kernel does not report it. Near 1 the latencies are those of the machine.
   */
  crowding: () => number | undefined
  /** Returns the processor time of the whole product since the beginning, in ms. */
  processorMs: () => number
  stop: () => void
}

const PROBE_MS = 250

/** Watches the product's processes and their memory. Linux only. */
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

/**
 * Returns for how long processes have waited for the processor since boot, in ms (pressure stall
 * information).
 */
function waitedMs(): number | undefined {
  try {
    return Number(/^some .* total=(\d+)$/m.exec(readFileSync('/proc/pressure/cpu', 'utf8'))![1]) / 1000
  } catch {
    return undefined
  }
}
