// @vitest-environment jsdom
import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CompaniesScreen } from './companies-screen.tsx'
import { CompanyDialog } from './company-dialog.tsx'

const at = '2026-11-20T12:00:00.000Z'
const plan = {
  ...{ id: newId(), name: 'Básico', users: 1, connections: 2, queues: 5, value: 99.9 },
  ...Object.fromEntries(PLAN_FLAGS.map(flag => [flag, true])),
} as Plan
const company = (name: string, changes: Partial<Company> = {}): Company => ({
  ...{ id: newId(), name, email: 'loja@exemplo.com.br', phone: '11988887777', status: true },
  ...{ dueDate: '2099-03-10T01:30:00.000Z', timezone: 'America/Sao_Paulo', trialExpiration: null },
  ...{ recurrence: 'MENSAL', planId: plan.id, plan, campaignsEnabled: true, schedules: [] },
  ...{ mediaPath: null, mediaName: null, billingName: '', addressZipCode: '', addressStreet: '' },
  ...{ addressDistrict: '', addressCity: '', addressState: '', hasToken: false, createdAt: at, updatedAt: at },
  ...changes,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Company[]) => () => ({ body: { companies: rows, hasMore: false, nextCursor: null } })
const sent = (method: string) => backend.calls.filter(call => call.method === method)

beforeEach(async () => {
  backend = await startBackend()
  backend.on(plans.list, () => ({ body: [plan] }))
  await loadTexts('platform')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const root = sessionUser({ super: true })
const open = (user = root) => renderScreen('/companys', <CompaniesScreen />, user)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the companies', () => {
  it('say what they are when there are none, and what went wrong with a way to try again', async () => {
    backend.on(companies.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await open()
    const again = await screen.findByRole('button', { name: 'Tentar de novo' })
    backend.on(companies.list, listed([]))
    await userEvent.click(again)
    expect(await screen.findByText('Nenhuma empresa ainda')).toBeTruthy()
  })

  it('are due on the day of their own zone, and say which are disabled', async () => {
    backend.on(
      companies.list,
      listed([
        company('Padaria'),
        company('Livraria', { timezone: 'Europe/Lisbon' }),
        company('Ótica', { status: false, dueDate: '2020-01-02T15:00:00.000Z' }),
      ]),
    )
    await open()
    expect(await screen.findByText('09/03/2099')).toBeTruthy()
    expect(screen.getByText('10/03/2099')).toBeTruthy()
    expect(screen.getByText('Vencida')).toBeTruthy()
    expect(screen.getByText('Desativada')).toBeTruthy()
  })

  it('keep their due date to the second while another field is changed, and get the end of a day that is chosen', async () => {
    const row = company('Livraria', { timezone: 'Asia/Tokyo' })
    backend.on(companies.list, listed([row]))
    backend.on(companies.update, () => ({ body: row }))
    await open()
    await click('Editar Livraria')
    let dialog = within(await screen.findByRole('dialog'))
    const day = dialog.getByLabelText<HTMLInputElement>(/^Vencimento/)
    expect(day.value).toBe('10/03/2099')
    await waitFor(() => expect(dialog.getByLabelText<HTMLSelectElement>(/^Plano/).value).toBe(plan.id))
    await userEvent.type(dialog.getByLabelText(/^Cidade/), 'Recife')
    await click('Salvar')
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(sent('PUT')[0]?.body).toMatchObject({ dueDate: row.dueDate, addressCity: 'Recife' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await click('Editar Livraria')
    dialog = within(await screen.findByRole('dialog'))
    const chosen = dialog.getByLabelText<HTMLInputElement>(/^Vencimento/)
    await userEvent.clear(chosen)
    await userEvent.type(chosen, '01042099')
    await click('Salvar')
    await waitFor(() => expect(sent('PUT')).toHaveLength(2))
    expect(sent('PUT')[1]?.body).toMatchObject({ dueDate: '2099-04-01T14:59:59.000Z' })
  })

  it('whose name is taken say so at the field and above; nothing is lost', async () => {
    backend.on(companies.list, listed([company('Padaria')]))
    backend.on(companies.update, () => ({ status: 409, body: { error: 'ERR_COMPANY_ALREADY_EXISTS' } }))
    await open()
    await click('Editar Padaria')
    const dialog = within(await screen.findByRole('dialog'))
    const name = dialog.getByLabelText<HTMLInputElement>(/^Nome\b(?!.*razão)/)
    await waitFor(() => expect(dialog.getByLabelText<HTMLSelectElement>(/^Plano/).value).toBe(plan.id))
    await userEvent.type(name, ' nova')
    await click('Salvar')
    expect(await screen.findByText(/^Não foi possível realizar a operação\. .*mesmo nome/)).toBeTruthy()
    expect(dialog.getByText('Já existe uma empresa com este nome.')).toBeTruthy()
    expect(name.value).toBe('Padaria nova')
  })

  it('are not saved without an id', async () => {
    await renderScreen('/companys', <CompanyDialog company={company('Nenhuma', { id: '' })} onClose={() => {}} />, root)
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByLabelText<HTMLSelectElement>(/^Plano/).value).toBe(plan.id))
    await click('Salvar')
    expect(await screen.findByText('Não é permitido gravar uma empresa sem id.')).toBeTruthy()
    expect(sent('PUT')).toEqual([])
  })

  it('are disabled after a question that says what follows', async () => {
    const row = company('Padaria')
    backend.on(companies.list, listed([row]))
    backend.on(companies.update, () => ({ body: { ...row, status: false } }))
    await open()
    await click('Desativar Padaria')
    const asked = await screen.findByRole('alertdialog', { name: 'Desativar Padaria?' })
    await userEvent.click(within(asked).getByRole('button', { name: 'Desativar' }))
    expect(await screen.findByText('Desativada')).toBeTruthy()
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ status: false }])
  })

  it('go by their name alone: a wrong one is said where it is typed, another refusal above', async () => {
    backend.on(companies.list, listed([company('Padaria')]))
    backend.on(companies.remove, () => ({ status: 422, body: { error: 'ERR_CONFIRMATION_MISMATCH' } }))
    await open()
    await click('Excluir Padaria')
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir Padaria?' }))
    expect(await axeFaults()).toEqual([])
    await userEvent.type(dialog.getByRole('textbox'), 'Padria')
    await click('Excluir para sempre')
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(await axeFaults()).toEqual([])
    backend.on(companies.remove, () => ({ status: 422, body: { error: 'ERR_COMPANY_HAS_SUPER' } }))
    await click('Excluir para sempre')
    expect(await screen.findByText('Não foi possível realizar a operação.')).toBeTruthy()
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  it('are one for its admin, who reads what the installation decides', async () => {
    const own = company('Padaria')
    backend.on(companies.list, listed([own]))
    await open(sessionUser())
    await click('Editar Padaria')
    const dialog = within(await screen.findByRole('dialog'))
    for (const label of [/^Telefone/, /^E-mail/, /^Plano/])
      expect(dialog.getByLabelText<HTMLInputElement>(label).readOnly).toBe(true)
    expect(dialog.queryByLabelText(/^Vencimento/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Desativar Padaria' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Adicionar empresa' })).toBeNull()
  })
})
