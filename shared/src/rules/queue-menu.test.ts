import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterInvalid, answered, menuText, silenced } from './queue-menu.ts'

describe('menuText', () => {
  it('numbers the choices under the heading, and names the ways out below them', () => {
    expect(menuText('Olá!', ['Vendas', 'Financeiro'])).toBe('Olá!\n\n*1* - Vendas\n*2* - Financeiro')
    expect(menuText(' ', ['Vendas'], ['back', 'main'])).toBe('*1* - Vendas\n*0* - Voltar\n*#* - Menu principal')
  })
})

describe('answered', () => {
  it.each(['2', ' 2 ', '2.', '*2*', '[2]', '(2)', '02', '2️⃣', '2\n'])('%j is the second', answer =>
    expect(answered(answer)).toBe(2),
  )
  it.each(['#', ' # ', '*#*', '#️⃣', '#.'])('%j asks for the main menu', answer => expect(answered(answer)).toBe('#'))
  it.each(['0', ' 0 ', '*0*', '0️⃣'])('%j asks for the menu before', answer => expect(answered(answer)).toBe(0))
  it.each(['', '-1', '2 pizzas', 'Vendas', '1,2', '2x', '1 2', '##', '#1', '1#', '1234'])('%j is no answer', answer =>
    expect(answered(answer)).toBeUndefined(),
  )
  it('finds every choice by the number the menu shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), count => {
        const lines = menuText(
          '',
          Array.from({ length: count }, (_, i) => `x${i}`),
        ).split('\n')
        return lines.every((line, i) => answered(line.slice(0, line.indexOf(' '))) === i + 1)
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

describe('silenced', () => {
  it('forgets where in the options the contact stood', () => {
    const at = { id: 'o', path: ['Orçamento'] }
    expect(silenced({ phase: 'options', startedAt: 1, shownAt: 2, repeats: 3, at }, 9)).toEqual({
      phase: 'done',
      startedAt: 1,
      shownAt: 2,
      repeats: 3,
    })
    expect(silenced(null, 9)).toEqual({ phase: 'done', startedAt: 9, shownAt: 9, repeats: 0 })
  })
})
