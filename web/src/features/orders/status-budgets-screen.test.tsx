// @vitest-environment jsdom
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import type { StatusBudGet } from '@balcao/shared/entities/budget-status.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTemplate } from '#/testing/sample-template.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { StatusBudgetsScreen } from './status-budgets-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const status = (name: string, change: Partial<StatusBudGet> = {}): StatusBudGet => ({
  id: newId(),
  code: null,
  name,
  message: '',
  paid: false,
  templateId: null,
  templateVariables: {},
  userId: newId(),
  createdAt: at,
  updatedAt: at,
  ...change,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: StatusBudGet[]) => () => ({ body: { statusBudGets: rows, hasMore: false, nextCursor: null } })

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the screen of order statuses', () => {
  it('shows what a customer will read, and flags what nothing fills', async () => {
    backend.on(statusBudgets.list, listed([status('Recebido', { code: '1' })]))
    await renderScreen('/statusBudGets', <StatusBudgetsScreen />)
    await screen.findByText('Recebido')
    expect(screen.getByText('–')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Editar Recebido' }))
    const dialog = await screen.findByRole('dialog', { name: 'Editar status' })
    fireEvent.change(within(dialog).getByLabelText('Mensagem ao cliente'), {
      target: { value: '{{firstName}}, pedido {{number}} ({{total}}): {{status}} {{pedido}}' },
    })
    expect(within(dialog).getByText(/Maria, pedido 1024 \(R\$\s189,90\): Recebido \{\{pedido\}\}/)).toBeTruthy()
    expect(within(dialog).getByRole('status').textContent).toContain('{{pedido}}')
    const saved = status('Recebido', { message: 'x' })
    backend.on(statusBudgets.update, () => ({ body: saved }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Status salvo')).toBeTruthy()
    expect(backend.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      code: '1',
      name: 'Recebido',
      message: '{{firstName}}, pedido {{number}} ({{total}}): {{status}} {{pedido}}',
      ...{ paid: false, templateId: null, templateVariables: {} },
    })
  })

  it('takes a template for a closed window where the default number is official, and says what it lacks', async () => {
    const official = sampleConnection({ name: 'Oficial', provider: 'cloud', isDefault: true })
    const template = sampleTemplate({ whatsappId: official.id })
    backend.on(whatsapp.list, () => ({ body: [official] }))
    backend.on(templates.list, () => ({ body: { templates: [template], hasMore: false, nextCursor: null } }))
    backend.on(statusBudgets.list, listed([status('Recebido', { message: 'Recebemos seu pedido' })]))
    await renderScreen('/statusBudGets', <StatusBudgetsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Editar Recebido' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar status' }))
    expect((await dialog.findByRole('note')).textContent).toContain('Oficial')
    await userEvent.click(dialog.getByRole('combobox', { name: /^Modelo para depois/ }))
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(template.name) }))
    expect(dialog.queryByRole('note')).toBeNull()
    // A variable whose name says so gets the order's own.
    const number = dialog.getByRole('textbox', { name: /order number/ })
    expect(number).toHaveProperty('value', '{{number}}')
    await userEvent.clear(number)
    backend.on(statusBudgets.update, () => ({ status: 422, body: { error: 'ERR_TEMPLATE_VARIABLES' } }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await dialog.findByText('Preencha todas as variáveis do modelo.')).toBeTruthy()
    expect(dialog.getByText('Preencha este valor')).toBeTruthy()
    expect(backend.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ templateId: template.id })
  })

  it('hears what others do', async () => {
    const [first, second] = [status('Recebido'), status('Enviado')]
    backend.on(statusBudgets.list, listed([first, second]))
    await renderScreen('/statusBudGets', <StatusBudgetsScreen />)
    await screen.findByText('Enviado')
    applyEvent(queryClient, {
      channel: 'statusBudGet',
      payload: { action: 'update', statusBudGet: { ...second, name: 'A caminho' } },
    })
    expect(await screen.findByText('A caminho')).toBeTruthy()
    backend.on(statusBudgets.list, listed([second]))
    applyEvent(queryClient, { channel: 'statusBudGet', payload: { action: 'delete', statusBudGetId: first.id } })
    await waitFor(() => expect(screen.queryByText('Recebido')).toBeNull())
  })
})
