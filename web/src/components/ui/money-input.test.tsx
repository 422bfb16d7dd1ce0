// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n } from '#/lib/i18n.ts'
import { MoneyInput } from './money-input.tsx'

beforeAll(() => startI18n('pt'))
afterEach(cleanup)

const heard: number[] = []

function Amount() {
  const [value, setValue] = useState(0)
  return (
    <MoneyInput
      aria-label="Valor"
      value={value}
      onChange={next => {
        heard.push(next)
        setValue(next)
      }}
    />
  )
}

it('takes an amount from its cents up, whole cents at every step, and no more than fits', async () => {
  render(<Amount />)
  const input = screen.getByLabelText<HTMLInputElement>('Valor')
  const shown = () => input.value.replace(/\s/g, ' ')
  expect(shown()).toBe('R$ 0,00')
  await userEvent.type(input, '123456')
  expect(heard).toEqual([0.01, 0.12, 1.23, 12.34, 123.45, 1234.56])
  expect(shown()).toBe('R$ 1.234,56')
  await userEvent.type(input, '{Backspace}')
  expect(shown()).toBe('R$ 123,45')
  await userEvent.clear(input)
  await userEvent.paste('R$ 99.999.999,99')
  expect([heard.at(-1), shown()]).toEqual([99_999_999.99, 'R$ 99.999.999,99'])
  await userEvent.type(input, '9')
  expect(shown()).toBe('R$ 99.999.999,99')
})
