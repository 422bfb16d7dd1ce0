import { mkdtempSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createFunctions } from './create-functions.ts'
import type { FunctionDefinition } from './function-definition.ts'
import { wakeFunctions } from './wake-functions.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-functions-'))
const printed: string[] = []

const CODE = `
  import { getPriority } from 'node:os'
  import { setTimeout as sleep } from 'node:timers/promises'
  let [calls, running, most] = [0, 0, 0]
  let release
  export async function handler(event, context) {
    const store = globalThis.awslambda.InvokeStore
    switch (event.do) {
      case 'context': return { ...context, remaining: context.getRemainingTimeInMillis(), getRemainingTimeInMillis: undefined }
      case 'env': return process.env
      case 'calls': return ++calls
      case 'hang': await sleep(60_000); return
      case 'sleep': await sleep(event.ms); return 'slept'
      case 'hold': await new Promise(resolve => { release = resolve }); return 'released'
      case 'release': release(); return
      case 'throw': throw new TypeError('on purpose')
      case 'exit': process.exit(3)
      case 'fill': { const all = []; for (;;) all.push(new Array(100_000).fill({})) }
      case 'overlap': {
        most = Math.max(most, ++running)
        await sleep(event.ms)
        running--
        return most
      }
      case 'priority': return getPriority(0)
      case 'nothing': return
      case 'print': console.log('printed ' + event.text); return
      case 'store': {
        store.set('value', event.value)
        await sleep(event.ms)
        return store.get('value')
      }
    }
  }`

function define(name: string, code = CODE, more: Partial<FunctionDefinition> = {}): FunctionDefinition {
  const entry = join(dir, `${name}.mjs`)
  writeFileSync(entry, code)
  return { name, entry, handler: 'handler', timeoutMs: 5000, memoryMb: 256, env: { NAME: name }, ...more }
}

const functions = createFunctions(
  [
    define('one'),
    define('two'),
    define('quick', CODE, { timeoutMs: 2000 }),
    define('small', CODE, { memoryMb: 64 }),
    define('few', CODE, { concurrency: 2 }),
    define('background', CODE, { background: true }),
    define('slow', `await new Promise(done => setTimeout(done, 1500));${CODE}`, { timeoutMs: 1000 }),
    define('impatient', CODE, { concurrency: 1, throttleAfterMs: 100 }),
    define('none', CODE, { concurrency: 0 }),
    define('broken', 'throw new Error("cannot load")'),
    define('headless', 'export const other = 1'),
  ],
  (name, text) => printed.push(`${name}: ${text}`),
)
afterAll(() => functions.close())

const invoke = (name: string, event: object) => functions.invoke(name, event)

describe('a function', () => {
  it('has an environment and a module cache of its own', async () => {
    expect(await invoke('one', { do: 'env' })).toMatchObject({ NAME: 'one', AWS_LAMBDA_FUNCTION_NAME: 'one' })
    expect(await invoke('two', { do: 'env' })).toMatchObject({ NAME: 'two' })
    expect(await invoke('one', { do: 'env' })).not.toHaveProperty('VITEST')
    const first = (await invoke('one', { do: 'calls' })) as number
    expect(await invoke('one', { do: 'calls' })).toBe(first + 1)
  })

  it('gets a context', async () => {
    const context = (await invoke('one', { do: 'context' })) as Record<string, unknown>
    expect(context).toMatchObject({ functionName: 'one', memoryLimitInMB: '256' })
    expect(context.invokedFunctionArn).toContain(':function:one')
    expect(context.remaining).toBeLessThanOrEqual(5000)
  })

  it('has the time of loading beside that of the call', async () => {
    const { remaining } = (await invoke('slow', { do: 'context' })) as { remaining: number }
    expect(remaining).toBeGreaterThan(0)
  })

  it('may answer nothing', async () => {
    expect(await invoke('one', { do: 'nothing' })).toBeUndefined()
  })

  it('throws what it throws', async () => {
    await expect(invoke('one', { do: 'throw' })).rejects.toMatchObject({ name: 'TypeError', message: 'on purpose' })
    expect(await invoke('one', { do: 'calls' })).toBeGreaterThan(0)
  })

  it('prints to the log', async () => {
    await invoke('one', { do: 'print', text: 'hello' })
    await expect.poll(() => printed.join('')).toContain('one: printed hello')
  })

  it('keeps the state of its invocations apart', async () => {
    const answers = await Promise.all([
      invoke('one', { do: 'store', value: 'a', ms: 100 }),
      invoke('one', { do: 'store', value: 'b', ms: 20 }),
    ])
    expect(answers).toEqual(['a', 'b'])
  })
})

describe('a function that ends', () => {
  it('fails what it was doing, and is there for the next event', async () => {
    const sleeping = expect(invoke('two', { do: 'sleep', ms: 10_000 })).rejects.toMatchObject({
      name: 'Runtime.ExitError',
    })
    await expect(invoke('two', { do: 'exit' })).rejects.toMatchObject({ name: 'Runtime.ExitError' })
    await sleeping
    expect(await invoke('two', { do: 'calls' })).toBe(1)
  })

  it('has no more memory than its own, and takes none of the others with it', async () => {
    await expect(invoke('small', { do: 'fill' })).rejects.toMatchObject({ name: 'Runtime.ExitError' })
    expect(await invoke('one', { do: 'calls' })).toBeGreaterThan(0)
    expect(await invoke('small', { do: 'calls' })).toBe(1)
  })

  it('is ended by a fault', async () => {
    await functions.warm('two')
    const sleeping = expect(invoke('two', { do: 'sleep', ms: 10_000 })).rejects.toMatchObject({
      name: 'Runtime.ExitError',
    })
    await functions.terminate('two')
    await sleeping
  })

  it('is replaced when an invocation overruns, and lets the others end', async () => {
    const hanging = expect(invoke('quick', { do: 'hang' })).rejects.toMatchObject({ name: 'Sandbox.Timedout' })
    const before = await invoke('quick', { do: 'calls' })
    expect(before).toBe(1)
    await hanging
    expect(await invoke('quick', { do: 'calls' })).toBe(1)
  })
})

describe('a function that runs few calls at once', () => {
  it('lets the others wait their turn', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => invoke('few', { do: 'overlap', ms: 20 })))
    expect(Math.max(...(answers as number[]))).toBe(2)
  })

  it('is not stopped by calls that throw, overrun or end it', async () => {
    const outcomes = await Promise.allSettled([
      invoke('few', { do: 'throw' }),
      invoke('few', { do: 'throw' }),
      invoke('few', { do: 'exit' }),
      invoke('few', { do: 'throw' }),
    ])
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(await Promise.all([1, 2, 3].map(() => invoke('few', { do: 'sleep', ms: 5 })))).toEqual(
      Array(3).fill('slept'),
    )
  })

  it('refuses, as Lambda does, whom it kept waiting too long', async () => {
    const first = invoke('impatient', { do: 'sleep', ms: 1000 })
    await expect(invoke('impatient', { do: 'nothing' })).rejects.toMatchObject({ name: 'TooManyRequestsException' })
    expect(await first).toBe('slept')
    expect(await invoke('impatient', { do: 'nothing' })).toBeUndefined()
  })

  it('is switched off by none at all', async () => {
    await expect(invoke('none', { do: 'nothing' })).rejects.toMatchObject({ name: 'TooManyRequestsException' })
  })

  it.runIf(process.platform === 'linux')(
    'yields the processor to the others, as one nobody waits for does',
    async () => {
      const priority = (name: string) => invoke(name, { do: 'priority' })
      // In a run of low priority, the thread's is no higher than the rest's.
      const low = Math.max(getPriority(0), 10)
      expect(await priority('few')).toBe(low)
      expect(await priority('background')).toBe(low)
      expect(await priority('one')).toBe(getPriority(0))
    },
  )
})

describe('a function of which nothing is asked', () => {
  const IDLE_MS = 200
  const loads: string[] = []
  const idle = createFunctions(
    [define('resting'), define('waiting', `console.log('loaded');${CODE}`), define('busy')],
    (_, text) => loads.push(text),
    { idleMs: IDLE_MS },
  )
  afterAll(() => idle.close())
  const ask = (name: string, what: string) => idle.invoke(name, { do: what })

  it('ends, and is there for the next event', async () => {
    expect(await Promise.all([ask('resting', 'calls'), ask('resting', 'calls')])).toEqual([1, 2])
    // Calls less and less often until the function has been idle long enough.
    for (let pause = IDLE_MS; (await ask('resting', 'calls')) !== 1; pause *= 2) await sleep(pause)
  })

  it('ends when it was loaded and never asked', async () => {
    await expect
      .poll(async () => {
        await idle.warm('waiting')
        return loads.length
      })
      .toBeGreaterThan(1)
  })

  it('is loaded when somebody opens the web', async () => {
    const wake = wakeFunctions(idle, ['nobody', 'waiting'])
    const before = loads.length
    await expect
      .poll(() => {
        wake()
        return loads.length
      })
      .toBeGreaterThan(before)
  })

  it('is loaded again after a call that found all of them loaded, and the call says when', async () => {
    const wake = wakeFunctions(idle, ['waiting'])
    await wake()
    await wake()
    await idle.terminate('waiting')
    await expect.poll(() => idle.isLoaded('waiting')).toBe(false)
    await wake()
    expect(idle.isLoaded('waiting')).toBe(true)
  })

  it('does not keep the next ones from being loaded when it cannot be, and is reported', async () => {
    const broken: string[] = []
    wakeFunctions(idle, ['nobody', 'waiting'], name => broken.push(name))()
    await expect.poll(() => broken).toEqual(['nobody'])
    await idle.warm('waiting')
  })

  it('stays while it has something to do, however long that takes', async () => {
    const held = ask('busy', 'hold')
    expect(await ask('busy', 'calls')).toBe(1)
    await sleep(IDLE_MS * 4)
    expect(await Promise.all([ask('busy', 'calls'), ask('busy', 'release'), held])).toEqual([2, undefined, 'released'])
  })
})

it.each(['broken', 'headless'])('reports code that cannot be loaded: %s', async name => {
  await expect(functions.warm(name)).rejects.toMatchObject({ name: 'Runtime.ExitError' })
  await expect(invoke(name, {})).rejects.toThrow()
})

it('gives up one that is not loaded in time, for whoever waits, and begins again with the next', async () => {
  const printed: string[] = []
  const stuck = createFunctions([define('stuck', 'await new Promise(() => {})')], (_, text) => printed.push(text), {
    idleMs: 60_000,
    loadingMs: 300,
  })
  const failed = { name: 'Runtime.ExitError' }
  await Promise.all([
    expect(stuck.warm('stuck')).rejects.toMatchObject(failed),
    expect(stuck.invoke('stuck', {})).rejects.toThrow(),
  ])
  expect(stuck.isLoaded('stuck')).toBe(false)
  await expect(stuck.warm('stuck')).rejects.toMatchObject(failed)
  expect(printed.filter(line => line === 'not loaded after 0.3 seconds\n')).toHaveLength(2)
  await stuck.close()
})

it('knows no other functions', async () => {
  await expect(invoke('nobody', {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})
