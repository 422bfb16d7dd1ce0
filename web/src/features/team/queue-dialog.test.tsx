// @vitest-environment jsdom
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queueColors } from '#/lib/queue-colors.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleQueue } from '#/testing/sample-queue.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { QueueDialog } from './queue-dialog.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let closed: number
beforeEach(async () => {
  backend = await startBackend()
  closed = 0
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

async function open(taken: string[] = [], row: Queue | null = null) {
  await renderScreen('/queues', <QueueDialog queue={row} taken={taken} onClose={() => closed++} />)
  return { user: userEvent.setup(), dialog: await screen.findByRole('dialog') }
}

const bodySent = () => backend.calls.find(call => call.method === 'POST')?.body

describe('a new queue', () => {
  it('needs a name and a greeting', async () => {
    const { user, dialog } = await open()
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await within(dialog).findByText('Required')).toBeTruthy()
    expect(within(dialog).getByText('Saudação é obrigatório.')).toBeTruthy()
    expect(bodySent()).toBeUndefined()
  })

  it('shows a colour of its own that is none of the 50, and keeps it', async () => {
    const { dialog } = await open([], sampleQueue({ color: '#123ABC' }))
    const swatches = within(dialog).getAllByRole('radio')
    expect([swatches.length, swatches.at(-1)!.getAttribute('aria-checked')]).toEqual([51, 'true'])
  })

  it('has 50 colours, without those other queues have, and starts on a free one', async () => {
    const taken = queueColors.slice(20, 22).map(color => color.toUpperCase())
    const { user, dialog } = await open(taken)
    backend.on(queue.create, call => ({ status: 201, body: { id: 'q', ...(call.body as object) } }))
    const swatches = within(dialog).getAllByRole('radio') as HTMLButtonElement[]
    expect(swatches).toHaveLength(50)
    expect(swatches.filter(swatch => swatch.disabled)).toHaveLength(2)
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Vendas')
    await user.type(within(dialog).getByLabelText(/^Mensagem de saudação/), 'Oi')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(1))
    expect(bodySent()).toEqual({
      name: 'Vendas',
      distribution: 'manual',
      maxOpenTickets: null,
      color: queueColors[22],
      greetingMessage: 'Oi',
      complationMessage: '',
      outOfHoursMessage: '',
      ratingMessage: '',
      signature: '',
      orderQueue: null,
      integrationId: null,
      promptId: null,
      schedules: DEFAULT_SCHEDULES,
    })
  })

  it('shows its texts as they arrive, and what nothing will fill', async () => {
    const { user, dialog } = await open()
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Vendas')
    await user.type(
      within(dialog).getByLabelText(/^Mensagem de saudação/),
      'Oi {{{{firstName}}, aqui é {{{{queue}}. *{{{{nome}}*',
    )
    const preview = within(dialog).getByText(/^Oi Maria/)
    expect(preview.textContent).toBe('Oi Maria, aqui é Vendas. {{nome}}')
    expect(preview.querySelector('strong')?.textContent).toBe('{{nome}}')
    expect(within(dialog).getByText('Nada preenche {{nome}}: vai como está escrito.')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Mensagem de avaliação'), 'Como foi com {{{{user}}?')
    expect(within(dialog).getByText('Como foi com Maria Andrade?')).toBeTruthy()
  })

  it('sends changed hours and says that they are not saved yet', async () => {
    const { user, dialog } = await open()
    backend.on(queue.create, call => ({ status: 201, body: { id: 'q', ...(call.body as object) } }))
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Vendas')
    await user.type(within(dialog).getByLabelText(/^Mensagem de saudação/), 'Oi')
    await user.click(within(dialog).getByRole('tab', { name: 'Horários' }))
    const start = within(dialog).getByLabelText('Segunda-feira: Início')
    await user.clear(start)
    await user.type(start, '930')
    await user.tab()
    const end = within(dialog).getByLabelText('Sábado: Fim')
    await user.clear(end)
    await user.type(end, '200')
    await user.tab()
    expect(within(dialog).getByText('Vira a noite: até 02:00 de Domingo.')).toBeTruthy()
    expect(within(dialog).getByText('Clique em salvar para registar as alterações')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(1))
    const { schedules } = bodySent() as { schedules: object[] }
    expect(schedules[0]).toMatchObject({ startTime: '09:30', endTime: '18:00' })
    expect(schedules[5]).toMatchObject({ startTime: '08:00', endTime: '02:00' })
  })

  it('shows a taken colour under the palette and asks before throwing the text away', async () => {
    const { user, dialog } = await open()
    backend.on(queue.create, () => ({ status: 409, body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' } }))
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Vendas')
    await user.type(within(dialog).getByLabelText(/^Mensagem de saudação/), 'Oi')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await within(dialog).findByText('Esta cor já está em uso em outra fila.')).toBeTruthy()
    await user.keyboard('{Escape}')
    const question = await screen.findByRole('alertdialog')
    expect(closed).toBe(0)
    await user.click(within(question).getByRole('button', { name: 'Descartar' }))
    await waitFor(() => expect(closed).toBe(1))
  })
})

describe('a queue that is there', () => {
  const row = sampleQueue({
    mediaPath: 'https://files.example/p.pdf',
    mediaName: 'Preços.pdf',
    mediaType: 'application',
  })

  it('gets another file, or none', async () => {
    const { user, dialog } = await open([], row)
    backend.on(queue.update, () => ({ body: row }))
    const file = within(within(dialog).getByRole('group', { name: 'Arquivo da saudação' }))
    expect(file.getByText('Preços.pdf')).toBeTruthy()
    await user.upload(file.getByTestId('media'), new File(['x'], 'Novos.pdf', { type: 'application/pdf' }))
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(1))
    await user.click(file.getByRole('button', { name: 'Remover arquivo' }))
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(2))
    const path = `/queue/${row.id}`
    const written = backend.calls.filter(({ method }) => method !== 'GET')
    expect(written[0]?.body).toMatchObject({ file: { name: 'Novos.pdf' } })
    expect(written.map(call => `${call.method} ${call.path}`)).toEqual([`PUT ${path}`, `PUT ${path}`])
    expect(written[1]?.body).toMatchObject({ media: null })
  })

  it('leads to its menu, and asks before throwing away what was typed', async () => {
    const { user, dialog } = await open([], row)
    const link = within(dialog).getByRole('link', { name: 'Menu de opções' })
    expect(link.getAttribute('href')).toBe(`/queues/${row.id}`)
    await user.type(within(dialog).getByLabelText(/^Nome/), ' e trocas')
    await user.click(link)
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Continuar editando' }))
    expect((within(dialog).getByLabelText(/^Nome/) as HTMLInputElement).value).toBe('Vendas e trocas')
  })
})
