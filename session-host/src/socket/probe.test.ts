import { expect, it } from 'vitest'
import { isDead } from './probe.ts'

const NOW = 100_000
const MS = 20_000

it.each([
  ['something came lately', NOW - MS + 1, undefined, { asked: 0, dead: false }],
  ['silence, and an answer', NOW - MS, NOW + 5, { asked: 1, dead: false }],
  ['silence, and a frame that is no answer', NOW - MS, NOW, { asked: 1, dead: false }],
  ['silence, and nothing', NOW - MS, undefined, { asked: 1, dead: true }],
])('%s', async (_, last, answer, expected) => {
  let lastFrame = last
  let asked = 0
  const ask = async () => {
    asked++
    lastFrame = answer ?? lastFrame
  }
  const dead = await isDead(
    () => lastFrame,
    MS,
    ask,
    () => NOW,
  )
  expect({ asked, dead }).toEqual(expected)
})
