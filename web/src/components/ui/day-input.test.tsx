// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { completeDom } from '#/testing/render-screen.tsx'
import { DayInput } from './day-input.tsx'
import { PeriodInput, type PeriodValue } from './period-input.tsx'

let day = ''
let period: PeriodValue

function Day({ start = '', ...limits }: { start?: string; min?: string; max?: string }) {
  const [value, setValue] = useState(start)
  day = value
  return <DayInput {...limits} aria-label="Dia" value={value} onChange={setValue} />
}

function Span({ start }: { start: PeriodValue }) {
  const [value, setValue] = useState(start)
  period = value
  return <PeriodInput isOptional maxDays={60} value={value} onChange={setValue} />
}

beforeAll(async () => {
  completeDom()
  await startI18n('pt')
  await loadTexts('dates')
})
beforeEach(() => void vi.setSystemTime('2026-11-28T15:00:00Z'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const field = () => screen.getByLabelText<HTMLInputElement>('Dia')

describe('a field for a day', () => {
  it('writes the strokes while one types digits, and knows the day at once', async () => {
    render(<Day />)
    await userEvent.type(field(), '05032026')
    expect(field().value).toBe('05/03/2026')
    expect(day).toBe('2026-03-05')
  })

  it('takes strokes of one’s own, a pasted day, and a year of two digits when it is left', async () => {
    render(<Day />)
    await userEvent.type(field(), '5/3/26')
    expect(day).not.toBe('2026-03-05')
    await userEvent.tab()
    expect(day).toBe('2026-03-05')
    expect(field().value).toBe('05/03/2026')
    await userEvent.clear(field())
    expect(day).toBe('')
    await userEvent.click(field())
    await userEvent.paste('2026-12-01')
    expect(day).toBe('2026-12-01')
  })

  it('keeps what is no day for the form to refuse, and shows it as it was typed', async () => {
    render(<Day start="2026-11-28" />)
    await userEvent.clear(field())
    await userEvent.type(field(), '31/02/2026')
    await userEvent.tab()
    expect(day).toBe('31/02/2026')
    expect(field().value).toBe('31/02/2026')
  })

  it('moves by a day with the arrows, within its limits', async () => {
    render(<Day start="2026-11-30" max="2026-12-01" />)
    field().focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(day).toBe('2026-12-01')
    await userEvent.keyboard('{ArrowDown}')
    expect(day).toBe('2026-11-30')
  })

  it('begins with today where it is empty', async () => {
    render(<Day />)
    field().focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(day).toBe('2026-11-28')
  })

  it('has a calendar that begins at its day, is moved through by arrows, and gives the focus back', async () => {
    render(<Day start="2026-11-28" />)
    field().focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    const calendar = await screen.findByRole('grid', { name: 'novembro de 2026' })
    expect(calendar.querySelector('th')!.textContent).toBe('D')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('28 de novembro'))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    expect(day).toBe('2026-12-01')
    expect(screen.queryByRole('grid')).toBeNull()
  })

  it('does not offer days outside its limits in the calendar', async () => {
    render(<Day start="2026-11-28" min="2026-11-20" />)
    await userEvent.click(screen.getByRole('button', { name: 'Abrir o calendário' }))
    const before = await screen.findByRole<HTMLButtonElement>('button', { name: /19 de novembro/ })
    expect(before.disabled).toBe(true)
  })
})

describe('a field for a period', () => {
  const button = () => screen.getByRole('button', { name: /^Período/ })

  it('names the period: a usual one, two days, one day, or any', async () => {
    render(<Span start={{ from: '2026-11-22', to: '2026-11-28' }} />)
    expect(button().textContent).toContain('Últimos 7 dias')
    cleanup()
    render(<Span start={{ from: '2026-11-02', to: '2026-11-05' }} />)
    expect(button().textContent).toContain('02/11/2026 a 05/11/2026')
    cleanup()
    render(<Span start={{ from: '2026-11-02', to: '2026-11-02' }} />)
    expect(button().textContent).toContain('02/11/2026')
    cleanup()
    render(<Span start={undefined} />)
    expect(button().textContent).toContain('Qualquer data')
  })

  it('takes a usual one with one press, and none that is too long', async () => {
    render(<Span start={undefined} />)
    await userEvent.click(button())
    await userEvent.click(await screen.findByRole('button', { name: 'Mês passado' }))
    expect(period).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    await userEvent.click(button())
    expect(await screen.findByRole('button', { name: 'Últimos 30 dias' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Últimos 90 dias' })).toBeNull()
  })

  it('offers each by its own name on a day on which two are the same', async () => {
    vi.setSystemTime('2026-11-30T15:00:00Z')
    render(<Span start={{ from: '2026-11-01', to: '2026-11-30' }} />)
    await userEvent.click(screen.getByRole('button', { name: /Últimos 30 dias/ }))
    await screen.findByRole('button', { name: 'Este mês' })
    const chosen = screen.getAllByRole('button', { pressed: true })
    expect(chosen.map(({ textContent }) => textContent)).toEqual(['Últimos 30 dias', 'Este mês'])
  })

  it('takes typed ends once they make a period, and says why they do not', async () => {
    render(<Span start={{ from: '2026-11-02', to: '2026-11-05' }} />)
    await userEvent.click(button())
    const to = await screen.findByLabelText('Até')
    await userEvent.clear(to)
    await userEvent.type(to, '01112026')
    expect(screen.getByRole('alert').textContent).toBe('O fim vem antes do início.')
    await userEvent.clear(to)
    await userEvent.type(to, '01022027')
    expect(screen.getByRole('alert').textContent).toBe('No máximo 60 dias.')
    await userEvent.clear(to)
    await userEvent.type(to, '09112026{Enter}')
    expect(period).toEqual({ from: '2026-11-02', to: '2026-11-09' })
  })

  it('takes two days of the calendar in either order', async () => {
    render(<Span start={{ from: '2026-11-02', to: '2026-11-05' }} />)
    await userEvent.click(button())
    await userEvent.click(await screen.findByRole('button', { name: /20 de novembro/ }))
    await userEvent.click(screen.getByRole('button', { name: /10 de novembro/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Usar este período' }))
    expect(period).toEqual({ from: '2026-11-10', to: '2026-11-20' })
  })
})
