import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import type { Effect } from './life.ts'
import { runLife } from './run-life.ts'

const log = createLog('silent')

function world(carryOut: (effect: Effect) => Promise<unknown> | undefined = () => undefined) {
  const done: string[] = []
  let changes = 0
  const life = runLife({
    connectionId: 'n',
    log,
    carryOut(effect) {
      done.push(effect.do)
      return carryOut(effect)
    },
    onChange: () => changes++,
  })
  return { life, done, changes: () => changes }
}

it('an event changes the state at once, and effects that wait for nothing are done at once too', () => {
  const { life, done, changes } = world()
  void life.take({ type: 'opening' })
  void life.take({ type: 'dialled' })
  expect(life.now()).toMatchObject({ phase: 'connecting', status: 'OPENING' })
  expect(done).toEqual(['tell'])
  expect(changes()).toBe(2)
})

it('effects are done in their order, each when the one before is', async () => {
  let dropped: () => void = () => {}
  const { life, done } = world(effect =>
    effect.do === 'drop' ? new Promise<void>(resolve => (dropped = resolve)) : undefined,
  )
  void life.take({ type: 'dialled' })
  const closing = life.take({ type: 'closed', reason: 440, paired: true, lastFrame: 1 })
  expect(life.now().phase).toBe('idle')
  await Promise.resolve()
  expect(done).toEqual(['tell', 'drop'])
  dropped()
  await closing
  expect(done).toEqual(['tell', 'drop', 'keep', 'tell'])
})

it('what follows an effect that fails is not done', async () => {
  const { life, done } = world(effect => (effect.do === 'keep' ? Promise.reject(new Error('away')) : undefined))
  void life.take({ type: 'dialled' })
  await expect(life.take({ type: 'closed', reason: 440, paired: true, lastFrame: 1 })).rejects.toThrow('away')
  expect(done).toEqual(['tell', 'drop', 'keep'])
})

it('a step waits for the steps before it, and one that fails stops none', async () => {
  const { life } = world()
  const order: number[] = []
  const first = life.exclusive(async () => {
    await Promise.resolve()
    order.push(1)
    throw new Error('away')
  })
  const second = life.exclusive(async () => order.push(2))
  await expect(first).rejects.toThrow('away')
  await second
  await life.settled()
  expect(order).toEqual([1, 2])
})
