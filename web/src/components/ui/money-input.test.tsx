// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { startI18n } from '#/lib/i18n.ts'
import { MoneyInput } from './money-input.tsx'

afterEach(cleanup)

function Amount() {
  const [value, setValue] = useState(0)
  return <MoneyInput aria-label="amount" value={value} onChange={setValue} />
}

it.each([
  ['pt', 'R$ 1.250,00', 'R$ 125,00'],
  ['en', 'R$1,250.00', 'R$125.00'],
  ['es', '1.250,00 R$', '125,00 R$'],
] as const)('in %s is typed from its cents up, and Backspace takes the last digit', async (language, typed, less) => {
  await startI18n(language)
  render(<Amount />)
  const input = screen.getByLabelText<HTMLInputElement>('amount')
  const shown = () => input.value.replace(/\s/g, ' ')
  await userEvent.type(input, '125000')
  expect(shown()).toBe(typed)
  await userEvent.keyboard('{Backspace}')
  expect(shown()).toBe(less)
})
