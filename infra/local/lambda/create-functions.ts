import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { ACCOUNT, REGION } from '../aws-names.ts'
import type { EnvironmentData, Invocation, Outcome } from './environment.ts'
import { createSemaphore } from './semaphore.ts'

/** A function as described by the template. */
export type FunctionDefinition = {
  name: string
  /** Path of the bundle. */
  entry: string
  handler: string
  timeoutMs: number
  memoryMb: number
  env: Record<string, string>
  /**
   * Maximum number of invocations at once (`ReservedConcurrentExecutions`); unlimited by default.
   */
  concurrency?: number
  /** True if nobody waits for it: it runs when the other functions leave the processor free. */
  background?: boolean
  /** Milliseconds an event waits for a full function before it is refused. */
  throttleAfterMs?: number
}

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
  /** Loads a function before its first event. */
  warm: (name: string) => Promise<void>
  /**
   * Ends a function's environment at once with all its invocations; an injected fault for tests.
   * The next event starts a new one.
   */
  terminate: (name: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Lambda refuses at once; here one thread does the work of many environments. Less than the
 * gateway's own timeout.
 */
const THROTTLE_AFTER_MS = 25_000

/** Timeout of loading a function, in ms, which does not count as the call's. */
const LOADING_MS = 60_000

/**
 * Lambda keeps an idle environment for some minutes; here each takes some 40 MB of one machine and
 * starts in a fraction of a second.
 */
const IDLE_MS = 180_000

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
}

/**
 * Runs each function in a worker thread with its own environment and module cache. A thread that
 * ends is replaced at the next event; an invocation that exceeds its timeout fails and its thread
 * is retired. An idle function gives its memory back and is started again by the next event.
 * A function with reserved concurrency runs at most that many invocations, on a thread of low
 * priority: the limit keeps its cost from the other functions, which share the machine here. A
 * background function does so too.
 * @param log receives what functions print, with the function's name
 * @param options.idleMs idle time before a function's memory is given back
 * @param options.loadingMs timeout of loading a function
 */
export function createFunctions(
  definitions: FunctionDefinition[],
  log: (name: string, text: string) => void,
  { idleMs = IDLE_MS, loadingMs = LOADING_MS }: { idleMs?: number | undefined; loadingMs?: number } = {},
): Functions {
  const byName = new Map(definitions.map(definition => [definition.name, definition]))
  const gates = new Map(
    definitions.flatMap(({ name, concurrency, throttleAfterMs = THROTTLE_AFTER_MS }) =>
      concurrency === undefined ? [] : [[name, createSemaphore(concurrency, throttleAfterMs)] as const],
    ),
  )
  const live = new Map<string, Environment>()
  let closed = false

  function start(definition: FunctionDefinition): Environment {
    const data: EnvironmentData = {
      entry: definition.entry,
      handler: definition.handler,
      timeoutMs: definition.timeoutMs,
      yields: definition.background === true || definition.concurrency !== undefined,
      context: {
        functionName: definition.name,
        functionVersion: '$LATEST',
        invokedFunctionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${definition.name}`,
        memoryLimitInMB: String(definition.memoryMb),
        logGroupName: `/aws/lambda/${definition.name}`,
        logStreamName: 'local',
      },
    }
    const worker = new Worker(new URL('./environment.ts', import.meta.url), {
      env: environmentVariables(definition),
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
      execArgv: ['--disable-warning=ExperimentalWarning', '--enable-source-maps'],
      stdout: true,
      stderr: true,
    })
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
    const environment: Environment = { worker, pending, ready, loaded: false, retired: false }
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
      environment = start(definition)
      live.set(name, environment)
    }
    return { definition, environment }
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
      const semaphore = gates.get(name)
      if (!semaphore) return run(name, event)
      if (!(await semaphore.acquire())) throw named('TooManyRequestsException', 'Rate Exceeded.')
      try {
        return await run(name, event)
      } finally {
        semaphore.release()
      }
    },
    isLoaded: name => live.get(name)?.loaded === true,
    async warm(name) {
      await environmentOf(name).environment.ready
    },
    async terminate(name) {
      await live.get(name)?.worker.terminate()
    },
    async close() {
      closed = true
      await Promise.all([...live.values()].map(({ worker }) => worker.terminate()))
      live.clear()
    },
  }
}

function environmentVariables(definition: FunctionDefinition): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...definition.env,
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_MAX_CONCURRENCY: '64',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  }
}

function named(name: string, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}
