import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import type { Effect } from './lifecycle.ts'
import { LifecycleRunner } from './lifecycle-runner.ts'

const log = createLog('silent')

function world(runEffect: (effect: Effect) => Promise<unknown> | undefined = () => undefined) {
  const done: string[] = []
  let changes = 0
  const lifecycle = new LifecycleRunner({
    connectionId: 'n',
    log,
    changes: { wake: () => void changes++ },
    effects: {
      runEffect(effect) {
        done.push(effect.do)
        return runEffect(effect)
      },
    },
  })
  return { lifecycle, done, changes: () => changes }
}

it('an event changes the state at once, and effects that wait for nothing are done at once too', () => {
  const { lifecycle, done, changes } = world()
  void lifecycle.take({ type: 'opening' })
  void lifecycle.take({ type: 'dialled' })
  expect(lifecycle.now()).toMatchObject({ phase: 'connecting', status: 'OPENING' })
  expect(done).toEqual(['publish'])
  expect(changes()).toBe(2)
})

it('effects are done in their order, each when the one before is', async () => {
  let dropped: () => void = () => {}
  const { lifecycle, done } = world(effect =>
    effect.do === 'drop' ? new Promise<void>(resolve => (dropped = resolve)) : undefined,
  )
  void lifecycle.take({ type: 'dialled' })
  const closing = lifecycle.take({ type: 'closed', cause: { code: 440 }, paired: true, lastFrame: 1 })
  expect(lifecycle.now().phase).toBe('idle')
  await Promise.resolve()
  expect(done).toEqual(['publish', 'drop'])
  dropped()
  await closing
  expect(done).toEqual(['publish', 'drop', 'keep', 'publish'])
})

it('what follows an effect that fails is not done', async () => {
  const { lifecycle, done } = world(effect => (effect.do === 'keep' ? Promise.reject(new Error('away')) : undefined))
  void lifecycle.take({ type: 'dialled' })
  await expect(lifecycle.take({ type: 'closed', cause: { code: 440 }, paired: true, lastFrame: 1 })).rejects.toThrow(
    'away',
  )
  expect(done).toEqual(['publish', 'drop', 'keep'])
})

it('a step waits for the steps before it, and one that fails stops none', async () => {
  const { lifecycle } = world()
  const order: number[] = []
  const first = lifecycle.exclusive(async () => {
    await Promise.resolve()
    order.push(1)
    throw new Error('away')
  })
  const second = lifecycle.exclusive(async () => order.push(2))
  await expect(first).rejects.toThrow('away')
  await second
  await lifecycle.settled()
  expect(order).toEqual([1, 2])
})
