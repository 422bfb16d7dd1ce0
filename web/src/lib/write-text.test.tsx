// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { writeText } from './write-text.ts'

afterEach(cleanup)

function Greeting() {
  const [text, setText] = useState('Olá , tudo bem?')
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = () => writeText(field, 8, () => setText('Olá Ana!, tudo bem?'))
  return (
    <>
      <textarea ref={field} value={text} onChange={event => setText(event.target.value)} />
      <button type="button" onClick={insert}>
        Nome
      </button>
    </>
  )
}

it('places the caret before a key can arrive, and leaves it where a person moved it since', async () => {
  render(<Greeting />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.click(screen.getByRole('button'))
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['Olá Ana!, tudo bem?', 8, 8])
  await userEvent.type(field, '!', { initialSelectionStart: 8 })
  field.setSelectionRange(0, 0)
  await new Promise(requestAnimationFrame)
  expect([document.activeElement, field.value, field.selectionStart]).toEqual([field, 'Olá Ana!!, tudo bem?', 0])
})
