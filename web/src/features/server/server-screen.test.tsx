// @vitest-environment jsdom
import { status } from '@balcao/shared/api/company/status.ts'
import type { ServerStatus } from '@balcao/shared/entities/server-status.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ServerScreen } from './server-screen.tsx'

const well: ServerStatus = {
  version: '1.2.3',
  disk: { free: 40_000_000_000, total: 80_000_000_000 },
  memory: 650_000_000,
  queues: [
    { name: 'inbound.fifo', waiting: 0, oldestSeconds: 0 },
    { name: 'outbound-0.fifo', waiting: 2, oldestSeconds: 3 },
    { name: 'outbound-7.fifo', waiting: 1, oldestSeconds: 75 },
    { name: 'new-things', waiting: 1, oldestSeconds: 1 },
  ],
  deadLetters: 0,
  backup: { at: '2026-11-20T06:30:00.000Z', ok: true, bytes: 1_500_000_000 },
  connections: { connected: 4, other: 1 },
  problems: [],
}

let backend: Awaited<ReturnType<typeof startBackend>>
const answer = (change: Partial<ServerStatus> = {}) => backend.on(status.get, () => ({ body: { ...well, ...change } }))
const open = () => renderScreen('/server', <ServerScreen />, sessionUser({ super: true }))

beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('server')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the server', () => {
  it('says what it has, waits for and last kept, without faults of access', async () => {
    answer()
    await open()
    expect(await screen.findByText('Livre: 40 GB')).toBeTruthy()
    expect(screen.getByText('de 80 GB no total')).toBeTruthy()
    expect(screen.getByText('650 MB')).toBeTruthy()
    expect(screen.getByText(/^Feita 20\/11\/2026/)).toBeTruthy()
    expect(screen.getByText('Tamanho: 1,5 GB')).toBeTruthy()
    expect(screen.getByText('4 conectadas')).toBeTruthy()
    expect(screen.getByText('Versão 1.2.3')).toBeTruthy()
    // Commands to phones are one line, whatever the number of their queues.
    const rows = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map(row => row.textContent)
    expect(rows.slice(1)).toEqual(['Mensagens recebidas0–', 'Mensagens a enviar31 min', 'new-things11 s'])
    expect(screen.getByText('Nenhuma tarefa falhou.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await axeFaults()).toEqual([])
  })

  it('says what is wrong, the gravest first, and what to do', async () => {
    answer({ problems: ['storageFull', 'backupFailed'], backup: { ...well.backup!, ok: false } })
    await open()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getAllByRole('listitem')[0]?.textContent).toMatch(/^O disco está cheio/)
    expect(screen.getByText(/^Falhou 20\/11\/2026/)).toBeTruthy()
    expect(await axeFaults()).toEqual([])
  })

  it('says that there is no backup yet', async () => {
    answer({ backup: null })
    await open()
    expect(await screen.findByText('Nenhuma ainda')).toBeTruthy()
  })

  it('says what went wrong with a way to try again, and keeps what it knew', async () => {
    backend.on(status.get, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await open()
    const again = await screen.findByRole('button', { name: 'Tentar de novo' })
    answer()
    await userEvent.click(again)
    expect(await screen.findByText('Livre: 40 GB')).toBeTruthy()
    backend.on(status.get, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await queryClient.refetchQueries()
    expect(await screen.findByText('Sem resposta; mostrando os últimos dados')).toBeTruthy()
    expect(screen.getByText('Livre: 40 GB')).toBeTruthy()
  })

  it('shows on AWS what is known there', async () => {
    answer({ disk: null, memory: null, queues: null, deadLetters: null, backup: null })
    await open()
    expect(await screen.findByText(/não roda em um servidor próprio/)).toBeTruthy()
    expect(screen.getByText('4 conectadas')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByText('Última cópia de segurança')).toBeNull()
  })

  it('tries failed tasks again after a question', async () => {
    let left = 2
    backend.on(status.get, () => ({ body: { ...well, deadLetters: left } }))
    backend.on(status.deadLetters, () => ({
      body: { deadLetters: [{ queue: 'jobs-dlq', messages: left, oldestSeconds: 7300 }] },
    }))
    backend.on(status.replay, () => {
      left = 0
      return { status: 204 }
    })
    await open()
    expect(await screen.findByText(/2 tarefas · a mais antiga há 2 h/)).toBeTruthy()
    const button = { name: 'Tentar de novo: Processos (importações, relatórios)' }
    await userEvent.click(screen.getByRole('button', button))
    const asked = await screen.findByRole('alertdialog')
    await userEvent.click(within(asked).getByRole('button', { name: 'Cancelar' }))
    expect(backend.calls.some(({ method }) => method === 'POST')).toBe(false)
    await userEvent.click(screen.getByRole('button', button))
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Tentar de novo' }),
    )
    await waitFor(() => expect(screen.getByText('Nenhuma tarefa falhou.')).toBeTruthy())
    expect(backend.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/status/dead-letters/jobs-dlq/replay',
    ])
  })
})
