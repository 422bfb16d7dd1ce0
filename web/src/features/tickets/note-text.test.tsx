// @vitest-environment jsdom
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NoteText } from './note-text.tsx'

afterEach(cleanup)

it('marks those whom a note mentions, not the beginning of a longer name', () => {
  const mentions = [{ id: newId(), name: 'Ana' }]
  const text = 'fale com @Anabel, depois com @ana e @Ana: obrigado'
  const { container } = render(<NoteText text={text} mentions={mentions} />)
  expect(container.textContent).toBe(text)
  expect([...container.querySelectorAll('span')].map(each => each.textContent)).toEqual(['@ana', '@Ana'])
})
