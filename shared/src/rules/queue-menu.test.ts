import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterInvalid, chosen, menuText } from './queue-menu.ts'

const queues = [{ name: 'Vendas' }, { name: 'Financeiro' }]

describe('menuText', () => {
  it('numbers the queues under the greeting', () => {
    expect(menuText('Olá!', queues)).toBe('Olá!\n\n*1* - Vendas\n*2* - Financeiro')
  })
})

describe('chosen', () => {
  it.each(['2', ' 2 ', '2.', '*2*', '[2]', '(2)', '02', '2️⃣', '2\n'])('%j is the second', answer =>
    expect(chosen(answer, queues)).toBe(queues[1]),
  )
  it.each(['', '0', '3', '-1', '2 pizzas', 'Vendas', '1,2', '2x', '1 2'])('%j is no choice', answer =>
    expect(chosen(answer, queues)).toBeUndefined(),
  )
  it('finds every queue by the number the menu shows', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string() }), { minLength: 1, maxLength: 60 }), choices => {
        choices.forEach((choice, i) => {
          expect(chosen(String(i + 1), choices)).toBe(choice)
        })
      }),
    )
  })
})

describe('afterInvalid', () => {
  const state = { phase: 'menu' as const, startedAt: 0, shownAt: 0, repeats: 0 }
  it('repeats up to the limit, then stops', () => {
    const limits = { maxUseBotQueues: 3, timeUseBotQueues: 0 }
    expect([0, 1, 2, 3].map(repeats => afterInvalid({ ...state, repeats }, limits, 5))).toEqual([
      'repeat',
      'repeat',
      'repeat',
      'stop',
    ])
  })
  it('keeps silent until the interval has passed', () => {
    const limits = { maxUseBotQueues: 3, timeUseBotQueues: 2 }
    expect(afterInvalid(state, limits, 119_999)).toBe('wait')
    expect(afterInvalid(state, limits, 120_000)).toBe('repeat')
  })
})
