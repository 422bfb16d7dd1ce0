// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preventFileDrop } from '#/lib/prevent-file-drop.ts'
import { FileDrop } from './file-drop.tsx'

const file = new File(['a'], 'nota.pdf', { type: 'application/pdf' })
const transfer = () => ({ types: ['Files'], files: [file], dropEffect: 'none' })
const onFiles = vi.fn()

beforeEach(() => onFiles.mockClear())
afterEach(cleanup)

it('shows where to let go of a file, over any part of it, and hands it on', () => {
  render(
    <FileDrop onFiles={onFiles} label="Solte para anexar">
      <p>Olá</p>
      <p>Oi</p>
    </FileDrop>,
  )
  const [first, second] = [screen.getByText('Olá'), screen.getByText('Oi')]
  fireEvent.dragEnter(first, { dataTransfer: transfer() })
  // The next is entered before the one before is left.
  fireEvent.dragEnter(second, { dataTransfer: transfer() })
  fireEvent.dragLeave(first, { dataTransfer: transfer() })
  expect(screen.getByText('Solte para anexar')).toBeTruthy()
  expect(fireEvent.dragOver(second, { dataTransfer: transfer() })).toBe(false)
  expect(fireEvent.drop(second, { dataTransfer: transfer() })).toBe(false)
  expect(onFiles).toHaveBeenCalledWith([file])
  expect(screen.queryByText('Solte para anexar')).toBeNull()
})

it('takes none while none can be sent, but keeps the page', () => {
  render(
    <FileDrop onFiles={undefined} label="Aqui não dá para enviar arquivos agora.">
      <p>Olá</p>
    </FileDrop>,
  )
  const target = screen.getByText('Olá')
  fireEvent.dragEnter(target, { dataTransfer: transfer() })
  expect(screen.getByText('Aqui não dá para enviar arquivos agora.')).toBeTruthy()
  fireEvent.dragLeave(target, { dataTransfer: transfer() })
  expect(screen.queryByText('Aqui não dá para enviar arquivos agora.')).toBeNull()
  expect(fireEvent.drop(target, { dataTransfer: transfer() })).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})

it('leaves text that is dragged alone', () => {
  render(
    <FileDrop onFiles={onFiles} label="Solte para anexar">
      <p>Olá</p>
    </FileDrop>,
  )
  const text = { types: ['text/plain'], files: [] }
  expect(fireEvent.dragOver(screen.getByText('Olá'), { dataTransfer: text })).toBe(true)
  expect(fireEvent.drop(screen.getByText('Olá'), { dataTransfer: text })).toBe(true)
})

it('elsewhere on the page a file is refused, and the page stays', () => {
  preventFileDrop()
  render(<p>Contatos</p>)
  expect(fireEvent.dragOver(screen.getByText('Contatos'), { dataTransfer: transfer() })).toBe(false)
  expect(fireEvent.drop(screen.getByText('Contatos'), { dataTransfer: transfer() })).toBe(false)
  expect(fireEvent.drop(screen.getByText('Contatos'), { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(
    true,
  )
})
