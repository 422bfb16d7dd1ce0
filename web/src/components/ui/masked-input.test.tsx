// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { DocumentInput } from './document-input.tsx'
import type { MaskedInputProps } from './masked-input.tsx'
import { PhoneInput } from './phone-input.tsx'
import { ZipCodeInput } from './zip-code-input.tsx'

let value = ''

function Shown({ Control, start = '' }: { Control: ComponentType<MaskedInputProps>; start?: string }) {
  const [signs, setSigns] = useState(start)
  value = signs
  return <Control aria-label="field" value={signs} onChange={setSigns} />
}

const show = (Control: ComponentType<MaskedInputProps>, start?: string) => {
  render(<Shown Control={Control} {...(start ? { start } : {})} />)
  return screen.getByRole<HTMLInputElement>('textbox')
}

afterEach(cleanup)

describe('a masked field', () => {
  it.each([
    ['a phone number', PhoneInput, '11987654321', '(11) 98765-4321', '11987654321'],
    ['one of another country', PhoneInput, '+351912345678', '+351 912 345 678', '+351912345678'],
    ['one written out', PhoneInput, '+55 (11) 98765-4321', '+55 (11) 98765-4321', '+5511987654321'],
    ['a CPF', DocumentInput, '529.982.247-25', '529.982.247-25', '52998224725'],
    ['a CNPJ with letters', DocumentInput, '12abc34501de35', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['a postal code', ZipCodeInput, '01001000', '01001-000', '01001000'],
    ['more than there is', ZipCodeInput, '0100100099', '01001-000', '01001000'],
    ['letters where there are none', ZipCodeInput, 'a0b1', '01', '01'],
  ])('writes out %s as it is typed', async (_, Control, typed, text, signs) => {
    const field = show(Control)
    await userEvent.type(field, typed)
    expect(field.value).toBe(text)
    expect(value).toBe(signs)
  })

  it('takes what is pasted in any spelling', async () => {
    const field = show(DocumentInput)
    await userEvent.click(field)
    await userEvent.paste(' 529.982.247-25 ')
    expect(field.value).toBe('529.982.247-25')
  })

  it('keeps the caret at the sign somebody changes in the middle', async () => {
    const field = show(ZipCodeInput, '01001000')
    await userEvent.click(field)
    field.setSelectionRange(2, 2)
    await userEvent.keyboard('{Backspace}7')
    expect(field.value).toBe('07001-000')
    expect(field.selectionStart).toBe(2)
  })

  it('removes a sign behind a mark', async () => {
    const field = show(ZipCodeInput, '010010')
    await userEvent.click(field)
    await userEvent.keyboard('{End}{Backspace}')
    expect(field.value).toBe('01001')
    await userEvent.keyboard('{Backspace}')
    expect(field.value).toBe('0100')
  })
})
