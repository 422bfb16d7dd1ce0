import { expect, it } from 'vitest'
import { aiCost } from './ai-cost.ts'

it('costs what the model’s price says, else that of all others, else nothing that is known', () => {
  const prices = [
    { model: '*', input: 1_000_000, output: 2_000_000 },
    { model: 'gpt-4o', input: 14_000_000, output: 56_000_000 },
  ]
  const tokens = { inputTokens: 1000, outputTokens: 500 }
  expect(aiCost({ currency: 'BRL', prices }, 'gpt-4o', tokens)).toBe(42_000)
  expect(aiCost({ currency: 'BRL', prices }, 'outro', tokens)).toBe(2000)
  expect(aiCost({ currency: 'BRL', prices: prices.slice(1) }, 'outro', tokens)).toBeNull()
})
