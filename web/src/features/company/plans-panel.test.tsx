// @vitest-environment jsdom
import { PLAN_FLAGS, type PlanFlag } from '@balcao/shared/access.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { PlansPanel } from './plans-panel.tsx'

const flags = Object.fromEntries(PLAN_FLAGS.map(flag => [flag, flag === 'useKanban'])) as Record<PlanFlag, boolean>
const basic: Plan = {
  ...{ id: newId(), name: 'Básico', users: 1, connections: 2, queues: 5, value: 99.9 },
  ...{ campaigns: null, schedules: null, ...flags },
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(plans.list, () => ({ body: [basic] }))
  await loadTexts('plans')
  await renderScreen('/settings', <PlansPanel />, sessionUser({ profile: 'admin', super: true }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the plans', () => {
  it('say what they cost and hold', async () => {
    const card = within(await screen.findByRole('listitem'))
    expect(card.getByText('Básico')).toBeTruthy()
    expect(card.getByText(/99,90 por mês/)).toBeTruthy()
    expect(card.getByText('1 usuário · 2 conexões · 5 filas')).toBeTruthy()
    expect(card.getByText('Kanban')).toBeTruthy()
    expect(card.queryByText('Vendas')).toBeNull()
  })

  it('are made with what a form says, and a name that is taken is said at its field', async () => {
    backend.on(plans.create, () => ({ status: 409, body: { error: 'ERR_PLAN_ALREADY_EXISTS' } }))
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar plano' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/^Nome/), 'Básico')
    await userEvent.type(dialog.getByLabelText(/^Campanhas por mês/), '12')
    await userEvent.type(dialog.getByLabelText(/^Agendamentos por mês/), '5{Backspace}')
    await userEvent.click(dialog.getByRole('switch', { name: 'Vendas' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await dialog.findByText('Já existe um plano com este nome.')).toBeTruthy()
    const [sent] = backend.calls.filter(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({
      ...{ name: 'Básico', users: 5, connections: 1, queues: 5, campaigns: 12, schedules: null, value: 0 },
      ...Object.fromEntries(PLAN_FLAGS.map(flag => [flag, flag === 'useSales'])),
    })
  })

  it('stay when they are in use', async () => {
    backend.on(plans.remove, () => ({ status: 422, body: { error: 'ERR_PLAN_IN_USE' } }))
    await userEvent.click(await screen.findByRole('button', { name: /Excluir.*Básico/ }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(backend.calls.some(({ method }) => method === 'DELETE')).toBe(true))
    expect(screen.getByText('Básico')).toBeTruthy()
  })
})
