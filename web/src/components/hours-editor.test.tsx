import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n } from '#/lib/i18n.ts'
import { HoursEditor } from './hours-editor.tsx'

function Edited() {
  const [value, setValue] = useState(DEFAULT_SCHEDULES)
  return <HoursEditor value={value} onChange={setValue} />
}

beforeAll(() => startI18n('pt'))
afterEach(cleanup)

it('takes 24:00 as the end of a day, and says of equal times that it is closed all day', async () => {
  render(<Edited />)
  expect(screen.getAllByText('Fechado o dia todo')).toHaveLength(1)
  const end = screen.getByLabelText('Segunda-feira: Fim') as HTMLInputElement
  await userEvent.clear(end)
  await userEvent.type(end, '2400{Enter}')
  expect(end.value).toBe('24:00')
  expect(screen.queryByText(/Vira a noite/)).toBeNull()
  const start = screen.getByLabelText('Segunda-feira: Início') as HTMLInputElement
  await userEvent.clear(start)
  await userEvent.type(start, '24:00{Enter}')
  expect([start.value, start.getAttribute('aria-invalid')]).toEqual(['24:00', 'true'])
  await userEvent.clear(start)
  await userEvent.type(start, '0{Enter}')
  await userEvent.clear(end)
  await userEvent.type(end, '0{Enter}')
  expect(screen.getAllByText('Fechado o dia todo')).toHaveLength(2)
})

it('keeps what is no time as it was typed, and says so at its field until it is one', async () => {
  render(<Edited />)
  const end = screen.getByLabelText('Terça-feira: Fim') as HTMLInputElement
  await userEvent.clear(end)
  await userEvent.type(end, '25:10{Tab}')
  expect(end.value).toBe('25:10')
  expect(end.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Horário inválido: use HH:mm')
  expect(document.getElementById(end.getAttribute('aria-describedby')!)).toBe(screen.getByRole('alert'))
  await userEvent.clear(end)
  await userEvent.type(end, '17{Tab}')
  expect(end.value).toBe('17:00')
  expect(screen.queryByRole('alert')).toBeNull()
})
