// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { TodoScreen } from './todo-screen.tsx'

const ana = sessionUser({ name: 'Ana' })

async function open(user = ana) {
  await loadTexts('todo')
  await renderScreen('/todolist', <TodoScreen />, user)
  return screen.findByLabelText('Nova tarefa')
}
const tasks = () => [...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent)

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the to-do screen', () => {
  it('keeps tasks for their person: added, changed, ticked, deleted and taken back; a blank text is none', async () => {
    const field = await open()
    await userEvent.type(field, '   {Enter}')
    expect(screen.getByText('Nada a fazer')).toBeTruthy()
    await userEvent.type(field, ' Ligar {Enter}Cobrar{Enter}')
    expect(tasks()).toEqual(['Cobrar', 'Ligar'])
    await userEvent.click(screen.getByRole('button', { name: 'Editar a tarefa Ligar' }))
    const edited = screen.getByLabelText('Editar a tarefa Ligar')
    await userEvent.clear(edited)
    await userEvent.keyboard('{Enter}')
    expect(tasks()).toEqual(['Cobrar', 'Ligar'])
    await userEvent.click(screen.getByRole('button', { name: 'Editar a tarefa Ligar' }))
    await userEvent.keyboard(' para a Lia{Enter}')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Feita: Cobrar' }))
    expect(within(screen.getByRole('list', { name: '1 feita' })).getByText('Cobrar')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Excluir a tarefa Ligar para a Lia' }))
    expect(tasks()).toEqual(['Cobrar'])
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
    expect(tasks()).toEqual(['Ligar para a Lia', 'Cobrar'])
    cleanup()
    await open(sessionUser({ name: 'Bia' }))
    expect(tasks()).toEqual([])
    cleanup()
    await open()
    expect(tasks()).toEqual(['Ligar para a Lia', 'Cobrar'])
  })

  it('leaves the focus where one goes on: at the next task, at the one that was changed', async () => {
    const field = await open()
    await userEvent.type(field, 'Um{Enter}Dois{Enter}Três{Enter}')
    const box = (name: string) => screen.getByRole('checkbox', { name: `Feita: ${name}` })
    box('Três').focus()
    await userEvent.keyboard(' ')
    expect(document.activeElement).toBe(box('Dois'))
    await userEvent.keyboard(' ')
    expect(document.activeElement).toBe(box('Um'))
    await userEvent.keyboard(' ')
    expect(document.activeElement).toBe(box('Um'))
    const pencil = () => screen.getByRole('button', { name: 'Editar a tarefa Um' })
    pencil().focus()
    await userEvent.keyboard('{Enter}{Escape}')
    expect(document.activeElement).toBe(pencil())
  })

  it('shows what another tab changed, and loses nothing of it; a broken entry hides no other', async () => {
    const field = await open()
    const key = `balcao.todo.${ana.id}`
    const other = {
      id: 'a',
      text: 'Da outra aba',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    }
    localStorage.setItem(key, JSON.stringify([other, { text: 7 }, null]))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    expect(tasks()).toEqual(['Da outra aba'])
    localStorage.setItem(key, JSON.stringify([{ ...other, text: 'Mudou' }]))
    await userEvent.type(field, 'Nova{Enter}')
    expect(tasks()).toEqual(['Nova', 'Mudou'])
  })

  it('says so when the browser keeps nothing more, and keeps what was typed', async () => {
    const field = await open()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await userEvent.type(field, 'Demais{Enter}')
    expect(await screen.findByText(/não guarda mais nada/)).toBeTruthy()
    expect([tasks(), (field as HTMLInputElement).value]).toEqual([[], 'Demais'])
  })
})
