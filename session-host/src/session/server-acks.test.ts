import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { ServerAcks } from './server-acks.ts'

const LONG = 60_000

it('an answer reaches the wait for that message, with the code of a refusal', async () => {
  const acks = new ServerAcks()
  const [a, b] = [acks.wait('A', LONG), acks.wait('B', LONG)]
  acks.answer('B', '463')
  acks.answer('A', undefined)
  acks.answer('nobody waits for this', undefined)
  expect(await Promise.all([a, b])).toEqual([undefined, '463'])
})

it('no wait outlasts the socket', async () => {
  const acks = new ServerAcks()
  const waiting = Promise.allSettled([acks.wait('A', LONG), acks.wait('B', LONG)])
  acks.loseAll()
  for (const result of await waiting) expect(result).toMatchObject({ reason: { message: 'the socket closed' } })
})

it('no wait is longer than requested', async () => {
  vi.useFakeTimers()
  try {
    const acks = new ServerAcks()
    const late = expect(acks.wait('A', 100)).rejects.toThrow('no acknowledgement')
    vi.advanceTimersByTime(100)
    await late
  } finally {
    vi.useRealTimers()
  }
})

it('the time of an earlier attempt ends nothing of a later one with the same id', async () => {
  vi.useFakeTimers()
  try {
    const acks = new ServerAcks()
    const first = expect(acks.wait('A', 100)).rejects.toThrow()
    const second = acks.wait('A', LONG)
    vi.advanceTimersByTime(100)
    await first
    acks.answer('A', '500')
    expect(await second).toBe('500')
  } finally {
    vi.useRealTimers()
  }
})

it('every wait ends once: with the answer to its message, or with an error that none comes', async () => {
  const id = fc.constantFrom('A', 'B', 'C')
  const step = fc.oneof(
    fc.record({ do: fc.constant('wait' as const), id }),
    fc.record({ do: fc.constant('answer' as const), id, error: fc.option(fc.constant('463'), { nil: undefined }) }),
    fc.record({ do: fc.constant('lose' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step), async steps => {
      const acks = new ServerAcks()
      const outcomes: Promise<PromiseSettledResult<string | undefined>[]>[] = []
      const open = new Set<string>()
      let answered = 0
      for (const one of steps) {
        if (one.do === 'wait' && !open.has(one.id)) {
          open.add(one.id)
          outcomes.push(Promise.allSettled([acks.wait(one.id, LONG)]))
        }
        if (one.do === 'answer') {
          acks.answer(one.id, one.error)
          if (open.delete(one.id)) answered++
        }
        if (one.do === 'lose') {
          acks.loseAll()
          open.clear()
        }
      }
      acks.loseAll()
      const results = (await Promise.all(outcomes)).flat()
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(answered)
    }),
  )
})
