// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Command, useCommandBarOpen, useCommandSource } from '#/lib/commands.ts'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { completeDom } from '#/testing/render-screen.tsx'
import { CommandBar } from './command-bar.tsx'

let ran: string[]
/** The server's result for any search; the test decides when it arrives. */
let found: PromiseWithResolvers<Command[]>
const command = (id: string, label: string, keywords?: string): Command => ({
  id,
  label,
  keywords,
  run: () => ran.push(id),
})

function Sources() {
  const [, setOpen] = useCommandBarOpen()
  useCommandSource({
    id: 'screens',
    title: 'Ir para',
    commands: [
      command('contacts', 'Contatos'),
      command('accounts', 'Descontos'),
      command('tags', 'Tags'),
      command('lines', 'Linhas', 'whatsapp qr code número aparelho'),
    ],
  })
  useCommandSource({
    id: 'found',
    title: 'Achados',
    search: () => found.promise,
  })
  return (
    <button type="button" onClick={() => setOpen(true)}>
      abrir
    </button>
  )
}

beforeEach(async () => {
  completeDom()
  ran = []
  found = Promise.withResolvers()
  await startI18n('pt')
  await loadTexts('commandBar')
  render(
    <>
      <Sources />
      <CommandBar />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'abrir' }))
})
afterEach(async () => {
  // Whether it is open outlives what shows it.
  await userEvent.keyboard('{Escape}')
  cleanup()
})

const chosen = () => screen.getAllByRole('option').find(option => option.getAttribute('aria-selected') === 'true')

it('chooses the best result, that of the server too when it comes, and runs it by Enter', async () => {
  await userEvent.keyboard('conta')
  await waitFor(() => expect(chosen()?.textContent).toBe('Contatos'))
  act(() => found.resolve([command('conta', 'Conta'), command('ana', 'Ana')]))
  await waitFor(() => expect(chosen()?.textContent).toBe('Conta'))
  await userEvent.keyboard('{Enter}')
  expect(ran).toEqual(['conta'])
})

it('leaves the choice where somebody moved it', async () => {
  await userEvent.keyboard('con')
  await waitFor(() => expect(chosen()?.textContent).toBe('Contatos'))
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(chosen()?.textContent).toBe('Descontos'))
  act(() => found.resolve([command('con', 'Con')]))
  await screen.findByText('Con')
  expect(chosen()?.textContent).toBe('Descontos')
})

it('finds a command by the beginnings of its other words, and prefers a name', async () => {
  await userEvent.keyboard('codigo')
  expect(screen.queryByRole('option')).toBeNull()
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.keyboard('qr whats')
  await waitFor(() => expect(chosen()?.textContent).toBe('Linhas'))
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.keyboard('apare')
  await userEvent.keyboard('{Enter}')
  expect(ran).toEqual(['lines'])
})
