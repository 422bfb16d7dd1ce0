// Runs after the main job and the routes: checks what the stage did by itself meanwhile, and
// whether anything failed unseen.
import { expect, it } from 'vitest'
import { until } from '../../test/system/open-shop.ts'
import { readStage } from '../config.ts'
import { denials, failures, linesOf, messagesIn } from './denials.ts'

it('runs its clock each minute', async () => {
  const group = `/aws/lambda/balcao-${readStage().stage}-clock`
  await until('the clock', async () => (await linesOf(group)).length > 0, 1000)
})

it('works off its queues', async () => {
  const busy = async () =>
    Object.entries(await messagesIn('')).filter(([name, count]) => count > 0 && !/dlq/.test(name))
  await until('empty queues', async () => (await busy()).length === 0, 1000)
})

it('gave up no message', async () => {
  const dead = Object.entries(await messagesIn('dlq'))
  expect(dead.length).toBeGreaterThan(0)
  expect(dead.filter(([, count]) => count > 0)).toEqual([])
})

it('answered nobody with an accident', async () => {
  expect(await failures()).toEqual([])
})

it('denied nothing to its functions and its host', async () => {
  expect(await denials()).toEqual([])
})
