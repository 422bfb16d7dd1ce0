import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { Invocation, Outcome } from './environment.ts'
import type { FunctionDefinition } from './function-definition.ts'
import { createSemaphore } from './semaphore.ts'
import { withSourcePositions } from './source-positions.ts'
import { startThread } from './start-thread.ts'

/**
 * Number of environments kept loaded, 20 to 35 MB each: as many as the screens of a working day
 * ask for.
 */
const MAX_LOADED = 14

export type Functions = {
  names: () => string[]
  /**
   * Invokes a function.
   * @throws the handler's error, or `Runtime.ExitError` / `Sandbox.Timedout` /
   * `TooManyRequestsException` as Lambda names them
   */
  invoke: (name: string, event: unknown) => Promise<unknown>
  /** Returns true if a function would handle an event without loading first. */
  isLoaded: (name: string) => boolean
  /** Returns true if loading another function would end one that is loaded. */
  isFull: () => boolean
  /** Loads a function before its first event. */
  warm: (name: string) => Promise<void>
  /**
   * Ends a function's environment at once with all its invocations; an injected fault for tests.
   * The next event starts a new one.
   */
  terminate: (name: string) => Promise<void>
  /** Ends everything. @param graceMs longest time for which it waits for invocations under way */
  close: (graceMs?: number) => Promise<void>
}

/**
 * Lambda refuses at once; here one thread does the work of many environments. Less than the
 * gateway's own timeout.
 */
const THROTTLE_AFTER_MS = 25_000

/** Timeout of loading a function, in ms, which does not count as the call's. */
const LOADING_MS = 60_000

/**
 * Lambda keeps an idle environment for some minutes; here each takes memory of one machine and
 * starts in a fraction of a second.
 */
const IDLE_MS = 180_000

const CLOSING_LOOK_MS = 20

type Pending = {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  overrun: () => void
  timer: NodeJS.Timeout
}
type Environment = {
  worker: Worker
  pending: Map<string, Pending>
  ready: Promise<void>
  loaded: boolean
  retired: boolean
  /** Time of the last event, `performance.now()`. */
  askedAt: number
}

/**
 * Runs each function in a worker thread with its own environment and module cache. A thread that
 * ends is replaced at the next event; an invocation that exceeds its timeout fails and its thread
 * is retired. An idle function gives its memory back and is started again by the next event; so
 * does the least recently used one when more than `mostLoaded` are loaded.
 * A function with reserved concurrency runs at most that many invocations, on a thread of low
 * priority: the limit keeps its cost from the other functions, which share the machine here. A
 * background function does so too.
 * @param print receives what functions print, with the function's name
 * @param options.idleMs idle time before a function's memory is given back
 * @param options.loadingMs timeout of loading a function
 * @param options.mostLoaded number of loaded functions; more only while all of them are busy
 */
export function createFunctions(
  definitions: FunctionDefinition[],
  print: (name: string, text: string) => void,
  {
    idleMs = IDLE_MS,
    loadingMs = LOADING_MS,
    mostLoaded = MAX_LOADED,
  }: { idleMs?: number | undefined; loadingMs?: number; mostLoaded?: number | undefined } = {},
): Functions {
  const log = (name: string, text: string) => print(name, withSourcePositions(text))
  const byName = new Map(definitions.map(definition => [definition.name, definition]))
  const semaphores = new Map(
    definitions.flatMap(({ name, concurrency, throttleAfterMs = THROTTLE_AFTER_MS }) =>
      concurrency === undefined ? [] : [[name, createSemaphore(concurrency, throttleAfterMs)] as const],
    ),
  )
  const live = new Map<string, Environment>()
  let closed = false

  function start(definition: FunctionDefinition): Environment {
    const worker = startThread(definition)
    worker.unref()
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.setEncoding('utf8').on('data', text => log(definition.name, String(text)))
    }
    const pending = new Map<string, Pending>()
    let markReady = () => {}
    let markBroken = (_: Error) => {}
    const ready = new Promise<void>((resolve, reject) => {
      markReady = resolve
      markBroken = reject
    })
    ready.catch(() => {})
    const environment: Environment = { worker, pending, ready, loaded: false, retired: false, askedAt: 0 }
    const loading = setTimeout(() => {
      log(definition.name, `not loaded after ${loadingMs / 1000} seconds\n`)
      void worker.terminate()
    }, loadingMs).unref()
    let idle: NodeJS.Timeout | undefined
    // A function with a call under way stays: the idle time begins at the end of the call.
    const retireIdle = () => {
      if (pending.size > 0) return
      if (live.get(definition.name) === environment) live.delete(definition.name)
      void worker.terminate()
    }

    worker.on('message', (outcome: Outcome) => {
      if ('ready' in outcome) {
        environment.loaded = true
        clearTimeout(loading)
        for (const waiting of pending.values()) {
          clearTimeout(waiting.timer)
          waiting.timer = setTimeout(waiting.overrun, definition.timeoutMs)
        }
        idle = setTimeout(retireIdle, idleMs).unref()
        return markReady()
      }
      idle?.refresh()
      const waiting = pending.get(outcome.id)
      if (!waiting) return
      pending.delete(outcome.id)
      clearTimeout(waiting.timer)
      if ('error' in outcome) {
        log(definition.name, `${outcome.error.stack ?? outcome.error.message}\n`)
        waiting.reject(named(outcome.error.name, outcome.error.message))
      } else waiting.resolve(outcome.result)
      if (environment.retired && pending.size === 0) void worker.terminate()
    })
    const end = (error: Error) => {
      clearTimeout(idle)
      clearTimeout(loading)
      if (live.get(definition.name) === environment) live.delete(definition.name)
      markBroken(error)
      for (const waiting of pending.values()) {
        clearTimeout(waiting.timer)
        waiting.reject(error)
      }
      pending.clear()
    }
    worker.on('error', error => {
      log(definition.name, `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
      end(named('Runtime.ExitError', `${definition.name}: ${error instanceof Error ? error.message : String(error)}`))
    })
    worker.on('exit', () => end(named('Runtime.ExitError', `${definition.name} exited`)))
    return environment
  }

  function environmentOf(name: string): { definition: FunctionDefinition; environment: Environment } {
    const definition = byName.get(name)
    if (closed) throw named('Runtime.ExitError', 'The local cloud is stopping')
    if (!definition) throw named('ResourceNotFoundException', `Function not found: ${name}`)
    let environment = live.get(name)
    if (!environment) {
      makeRoom()
      environment = start(definition)
      live.set(name, environment)
    }
    environment.askedAt = performance.now()
    return { definition, environment }
  }

  /** Ends the least recently used environment that has no invocation, if there are too many. */
  function makeRoom(): void {
    if (live.size < mostLoaded) return
    const resting = [...live].filter(([, { loaded, pending }]) => loaded && pending.size === 0)
    const [longest] = resting.sort(([, a], [, b]) => a.askedAt - b.askedAt)
    if (!longest) return
    live.delete(longest[0])
    void longest[1].worker.terminate()
  }

  function run(name: string, event: unknown): Promise<unknown> {
    const { definition, environment } = environmentOf(name)
    const id = randomUUID()
    return new Promise((resolve, reject) => {
      const overrun = () => {
        environment.pending.delete(id)
        environment.retired = true
        if (live.get(name) === environment) live.delete(name)
        if (environment.pending.size === 0) void environment.worker.terminate()
        log(name, `Task timed out after ${definition.timeoutMs / 1000} seconds\n`)
        reject(named('Sandbox.Timedout', `Task timed out after ${definition.timeoutMs / 1000} seconds`))
      }
      const timer = setTimeout(overrun, environment.loaded ? definition.timeoutMs : loadingMs)
      environment.pending.set(id, { resolve, reject, overrun, timer })
      environment.worker.postMessage({ id, event: JSON.stringify(event ?? null) } satisfies Invocation)
    })
  }

  return {
    names: () => [...byName.keys()],
    async invoke(name, event) {
      const semaphore = semaphores.get(name)
      if (!semaphore) return run(name, event)
      if (!(await semaphore.acquire())) throw named('TooManyRequestsException', 'Rate Exceeded.')
      try {
        return await run(name, event)
      } finally {
        semaphore.release()
      }
    },
    isLoaded: name => live.get(name)?.loaded === true,
    isFull: () => live.size >= mostLoaded,
    async warm(name) {
      await environmentOf(name).environment.ready
    },
    async terminate(name) {
      await live.get(name)?.worker.terminate()
    },
    async close(graceMs = 0) {
      closed = true
      const end = Date.now() + graceMs
      while (Date.now() < end && [...live.values()].some(({ pending }) => pending.size > 0))
        await sleep(CLOSING_LOOK_MS)
      await Promise.all([...live.values()].map(({ worker }) => worker.terminate()))
      live.clear()
    },
  }
}

function named(name: string, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}
