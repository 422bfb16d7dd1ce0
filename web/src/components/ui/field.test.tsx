import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

const described = () =>
  (screen.getByLabelText('Nome').getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)

it('shows one text: an error takes the place of a hint', () => {
  const { rerender } = render(
    <Field label="Nome" hint="Opcional.">
      <Input />
    </Field>,
  )
  expect(described()).toEqual(['Opcional.'])
  rerender(
    <Field label="Nome" hint="Opcional." error="Obrigatório">
      <Input />
    </Field>,
  )
  expect(described()).toEqual(['Obrigatório'])
  expect(screen.queryByText('Opcional.')).toBeNull()
})

it('keeps what is more than a text, such as a meter', () => {
  render(
    <Field label="Nome" hint={<meter value={1} />} error="Obrigatório">
      <Input />
    </Field>,
  )
  expect(screen.getByRole('meter')).toBeTruthy()
})
