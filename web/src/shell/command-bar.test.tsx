// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askInCommandBar, type Command, useCommandBarOpen, useCommandSource } from '#/lib/commands.ts'
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

/** The options of a command that asks for something; the test decides when they arrive. */
let options: PromiseWithResolvers<Command[]>

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
    id: 'ticket',
    title: 'Atendimento de Maria',
    first: true,
    commands: [{ ...command('transfer', 'Transferir para…'), options: () => options.promise }],
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
  options = Promise.withResolvers()
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

it('has the first groups before the others, and the options of a command in a second step', async () => {
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('Transferir para…')
  await userEvent.keyboard('transf{Enter}')
  expect(await screen.findByPlaceholderText('Transferir para…')).toBeTruthy()
  expect(screen.queryByText('Contatos')).toBeNull()
  // What is typed before they are there narrows them down, too.
  await userEvent.keyboard('ven')
  act(() => options.resolve([command('q1', 'Suporte'), command('q2', 'Vendas')]))
  await waitFor(() => expect(chosen()?.textContent).toBe('Vendas'))
  await userEvent.keyboard('{Enter}')
  expect(ran).toEqual(['q2'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leads back from the options to the commands, by Backspace and by Esc', async () => {
  options.resolve([command('q1', 'Suporte')])
  for (const key of ['{Backspace}', '{Escape}']) {
    await userEvent.keyboard('transf{Enter}')
    await screen.findByText('Suporte')
    await userEvent.keyboard(key)
    await screen.findByText('Contatos')
    expect(screen.queryByText('Suporte')).toBeNull()
  }
})

it('opens at the options of a command, and closes from there', async () => {
  await userEvent.keyboard('{Escape}')
  options.resolve([command('q1', 'Suporte')])
  act(() => askInCommandBar('transfer'))
  await screen.findByText('Suporte')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
