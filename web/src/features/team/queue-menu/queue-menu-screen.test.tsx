// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queue as queueRoutes } from '@balcao/shared/api/team/queue.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import type { QueueOption, QueueOptionTree } from '@balcao/shared/entities/queue-option.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { completeDom, renderScreen } from '#/testing/render-screen.tsx'
import { sampleOption, sampleQueue } from '#/testing/sample-queue.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { QueueMenuScreen } from './queue-menu-screen.tsx'

const vendas = sampleQueue()
const financeiro = sampleQueue({ name: 'Financeiro', greetingMessage: 'Financeiro, pois não?' })

let backend: Awaited<ReturnType<typeof startBackend>>
let kept: QueueOptionTree[]
beforeEach(async () => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  Element.prototype.scrollTo ??= () => undefined
  backend = await startBackend()
  kept = []
  backend.on(queueRoutes.list, () => ({ body: [vendas, financeiro] }))
  backend.on(whatsapp.list, () => ({ body: [] }))
  backend.on(queueOptions.list, call => ({ body: call.query.get('queueId') === vendas.id ? kept : [] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const settings = (pairs: Record<string, string>) => {
  const user = sessionUser()
  return {
    ...user,
    company: { ...user.company, settings: Object.entries(pairs).map(([key, value]) => ({ key, value })) },
  }
}

async function open(pairs: Record<string, string> = {}) {
  const values = { sendGreetingMessageOneQueues: 'enabled', ...pairs }
  await renderScreen(`/queues/${vendas.id}`, <QueueMenuScreen queueId={vendas.id} />, settings(values))
  await screen.findByRole('heading', { name: 'Menu de Vendas' })
  return userEvent.setup()
}

const title = (path: string) => screen.findByRole('textbox', { name: `Título da opção ${path}` })
const card = async (path: string) => within(await screen.findByRole('group', { name: new RegExp(`^Opção ${path}:`) }))
const titles = () =>
  screen
    .queryAllByRole('textbox', { name: /^Título da opção/ })
    .map(field => `${field.getAttribute('aria-label')?.split(' ').at(-1)} ${(field as HTMLInputElement).value}`)
const saving = () => screen.getByRole('button', { name: 'Salvar' })
const written = () =>
  backend.calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))
const talk = () => screen.getByRole('log', { name: 'Conversa simulada' })
const botTexts = () => [...talk().querySelectorAll('[data-bot-message]')].map(each => each.textContent)
const answer = async (user: ReturnType<typeof userEvent.setup>, text: string) =>
  user.type(screen.getByRole('textbox', { name: 'Escreva como o contato' }), `${text}{Enter}`)

/** Answers every write as the server does, far enough for the editor. */
function takeWrites() {
  let made = 0
  const row = (fields: Partial<QueueOption>) => sampleOption(vendas.id, 1, '', fields)
  /** Returns the option before the write, whose other fields stay. */
  const known = (id: string) => kept.find(option => option.id === id)
  backend.on(queueOptions.create, call => ({
    status: 201,
    body: row({ ...(call.body as object), id: `made-${++made}` }),
  }))
  backend.on(queueOptions.update, call => {
    const id = call.path.split('/').at(-1)!
    return { body: row({ ...known(id), ...(call.body as object), id }) }
  })
  backend.on(queueOptions.remove, () => ({ status: 200, body: {} }))
}

describe('on a narrow screen', () => {
  beforeEach(() => {
    completeDom()
    vi.spyOn(window, 'matchMedia').mockImplementation(
      media => Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList,
    )
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const tab = (name: string) => screen.findByRole('tab', { name })

  it('has its open tab in the address, and leaves nothing unsaved by another tab', async () => {
    const { router } = await renderScreen(
      `/queues/${vendas.id}`,
      <QueueMenuScreen queueId={vendas.id} />,
      settings({}),
      '?part=simulator',
    )
    expect((await tab('Simulador')).getAttribute('aria-selected')).toBe('true')
    const user = userEvent.setup()
    await user.click(await tab('Opções'))
    await waitFor(() => expect(router.latestLocation.search).toEqual({}))
    await user.click(await screen.findByRole('button', { name: 'Adicionar opção' }))
    await user.keyboard('Preços')
    await user.click(await tab('Simulador'))
    await waitFor(() => expect(router.latestLocation.search).toEqual({ part: 'simulator' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(talk()).toBeTruthy()
  })
})

describe('the editor', () => {
  it('begins with what a menu is, and takes titles one after the other by Enter', async () => {
    const user = await open()
    takeWrites()
    await user.click(await screen.findByRole('button', { name: 'Adicionar opção' }))
    expect(document.activeElement).toBe(await title('1'))
    await user.keyboard('Preços{Enter}Horário')
    await user.click((await card('1')).getByRole('button', { name: 'Adicionar abaixo de Preços' }))
    await user.keyboard('Bolos')
    expect(titles()).toEqual(['1 Preços', '1.1 Bolos', '2 Horário'])
    expect(screen.getByText('Não salvo')).toBeTruthy()
    await user.click(saving())
    expect(await screen.findByText('Menu salvo')).toBeTruthy()
    expect(written().map(({ body }) => body)).toMatchObject([
      { queueId: vendas.id, title: 'Preços', parentId: null, option: 1, kind: 'text', targetQueueId: null },
      { title: 'Horário', parentId: null, option: 2 },
      { title: 'Bolos', parentId: 'made-1', option: 1 },
    ])
  })

  it('moves by the handle with the keyboard, puts back on Esc, and sends one call', async () => {
    kept = ['a', 'b', 'c'].map((name, at) => sampleOption(vendas.id, at + 1, name))
    const user = await open()
    takeWrites()
    const handle = () => screen.getByRole('button', { name: 'Mover c' })
    await title('3')
    handle().focus()
    await user.keyboard(' {ArrowUp}{ArrowUp}')
    expect(titles()).toEqual(['1 c', '2 a', '3 b'])
    expect(document.activeElement).toBe(handle())
    expect(handle().getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('{Escape}')
    expect(titles()).toEqual(['1 a', '2 b', '3 c'])
    await user.keyboard(' {ArrowRight}{ArrowUp} ')
    expect(titles()).toEqual(['1 a', '2 b', '2.1 c'])
    expect(screen.getByText('c: solta como opção 2.1.')).toBeTruthy()
    await user.click(saving())
    await screen.findByText('Menu salvo')
    expect(written()).toEqual([
      { method: 'PUT', path: `/queue-options/${kept[2]!.id}`, body: { parentId: kept[1]!.id, option: 1 } },
    ])
  })

  it('moves from a field with Alt, and the field keeps the focus', async () => {
    kept = [sampleOption(vendas.id, 1, 'a'), sampleOption(vendas.id, 2, 'b')]
    const user = await open()
    await user.click(await title('2'))
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}x')
    expect(titles()).toEqual(['1 bx', '2 a'])
  })

  it('asks once before it deletes, and says how many go along', async () => {
    const below = [sampleOption(vendas.id, 1, 'Bolos'), sampleOption(vendas.id, 2, 'Pães')]
    kept = [sampleOption(vendas.id, 1, 'Preços', { children: below }), sampleOption(vendas.id, 2, 'Horário')]
    const user = await open()
    takeWrites()
    await user.click((await card('1')).getByRole('button', { name: 'Mais de Preços' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText('As 2 opções abaixo dela vão junto.')).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(titles()).toEqual(['1 Horário']))
    expect(written()).toEqual([])
    await user.click(saving())
    await screen.findByText('Menu salvo')
    expect(written()).toEqual([{ method: 'DELETE', path: `/queue-options/${kept[0]!.id}`, body: undefined }])
  })

  it('sends nothing while a title or a target queue is missing, and says where', async () => {
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Adicionar opção' }))
    await user.click(saving())
    expect((await card('1')).getByText('Obrigatório')).toBeTruthy()
    expect(document.activeElement).toBe(await title('1'))
    await user.keyboard('Boletos')
    await user.click((await card('1')).getByRole('button', { name: /Chama uma pessoa/ }))
    await user.selectOptions((await card('1')).getByLabelText('Depois da mensagem'), 'Passa para outra fila')
    await user.click(saving())
    expect((await card('1')).getByText('Obrigatório')).toBeTruthy()
    expect(written()).toEqual([])
    takeWrites()
    await user.selectOptions((await card('1')).getByLabelText(/Fila de destino/), 'Financeiro')
    await user.click(saving())
    await screen.findByText('Menu salvo')
    expect(written()[0]?.body).toMatchObject({ title: 'Boletos', kind: 'queue', targetQueueId: financeiro.id })
  })

  it('keeps the edits when a call fails, and goes on from there without making anything twice', async () => {
    const user = await open()
    takeWrites()
    await user.click(await screen.findByRole('button', { name: 'Adicionar opção' }))
    await user.keyboard('Preços{Enter}Horário')
    const first = sampleOption(vendas.id, 1, 'Preços')
    backend.on(queueOptions.create, call =>
      (call.body as QueueOption).title === 'Preços'
        ? { status: 201, body: first }
        : { status: 422, body: { error: 'ERR_QUEUE_OPTION_LIMIT' } },
    )
    kept = [Object.fromEntries(Object.entries(first).reverse()) as QueueOptionTree]
    await user.click(saving())
    expect(await screen.findByText(/No máximo 50 opções por menu/)).toBeTruthy()
    expect(titles()).toEqual(['1 Preços', '2 Horário'])
    expect(screen.queryByText(/Alguém salvou outra versão/)).toBeNull()
    takeWrites()
    await waitFor(() => expect(saving().getAttribute('aria-busy')).toBeNull())
    await user.click(saving())
    await screen.findByText('Menu salvo')
    expect(written().map(({ body }) => (body as QueueOption).title)).toEqual(['Preços', 'Horário', 'Horário'])
  })

  it('does not let a level grow past 50 options', async () => {
    kept = Array.from({ length: 50 }, (_, at) => sampleOption(vendas.id, at + 1, `n${at + 1}`))
    await open()
    await title('50')
    expect((screen.getByRole('button', { name: 'Adicionar opção' }) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByText(/50 de 50 opções no primeiro menu/)).toBeTruthy()
  })

  it('takes over what others save, and asks which version stays once something was typed', async () => {
    kept = [sampleOption(vendas.id, 1, 'Preços')]
    const user = await open()
    await title('1')
    const { children: _, ...option } = kept[0]!
    const theySave = (name: string) => {
      kept = [{ ...kept[0]!, title: name }]
      applyEvent(queryClient, { channel: 'queueOption', payload: { action: 'update', queueOption: option } } as never)
    }
    theySave('Valores')
    await waitFor(() => expect(titles()).toEqual(['1 Valores']))
    await user.type(await title('1'), '!')
    theySave('Tabela')
    await screen.findByText(/Alguém salvou outra versão/)
    expect(titles()).toEqual(['1 Valores!'])
    await user.click(screen.getByRole('button', { name: 'Usar a versão salva' }))
    expect(titles()).toEqual(['1 Tabela'])
    expect(screen.queryByText('Não salvo')).toBeNull()
  })
})

describe('an option that sends bills', () => {
  const asaas = [{ key: 'asaas', value: '', hasValue: true }]
  const openWith = async (stored: { key: string; value: string; hasValue?: boolean }[], kind: 'text' | 'bill') => {
    kept = [sampleOption(vendas.id, 1, 'Boleto', { kind })]
    const user = sessionUser()
    const own = { ...user, company: { ...user.company, settings: stored } }
    await renderScreen(`/queues/${vendas.id}`, <QueueMenuScreen queueId={vendas.id} />, own)
    await title('1')
    return userEvent.setup()
  }
  const kinds = async () => {
    const choice = await screen.findByRole('combobox', { name: 'Depois da mensagem' })
    return within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  }

  it('is offered once a billing system is set up; before, the way there is', async () => {
    const user = await openWith([], 'text')
    await user.click((await card('1')).getByRole('button', { name: /Depois de Boleto/ }))
    expect(await kinds()).not.toContain('Envia a segunda via do boleto')
    expect(screen.getByRole('link', { name: 'Configurar cobrança' }).getAttribute('href')).toBe('/settings#erp')
    cleanup()
    await openWith(asaas, 'text')
    await user.click((await card('1')).getByRole('button', { name: /Depois de Boleto/ }))
    expect(await kinds()).toContain('Envia a segunda via do boleto')
    expect(screen.queryByRole('link', { name: 'Configurar cobrança' })).toBeNull()
  })

  it('is played: the question, a wrong document, and an example of what is sent', async () => {
    const user = await openWith(asaas, 'bill')
    await answer(user, '1')
    await answer(user, '1')
    await answer(user, '529.982.247-25')
    expect(botTexts().slice(1, 4)).toEqual([
      expect.stringContaining('Envie o CPF ou o CNPJ do titular'),
      expect.stringContaining('Este CPF ou CNPJ não confere'),
      'Um momento, estou buscando os boletos.',
    ])
    expect(botTexts().slice(4).join(' ')).toMatch(
      /Segunda via do boleto.*Valor: R\$\s99,90.*\b\d{47}\b.*000201.*é só escrever/s,
    )
    expect(within(talk()).getByText(/este é um exemplo/)).toBeTruthy()
  })
})

describe('the simulator', () => {
  beforeEach(() => {
    kept = [
      sampleOption(vendas.id, 1, 'Preços', {
        message: 'De quê, {{firstName}}?',
        children: [
          sampleOption(vendas.id, 1, 'Bolos', {
            message: 'A partir de *R$ 40*',
            mediaPath: '/p.pdf',
            mediaName: 'Bolos.pdf',
            mediaType: 'application',
          }),
        ],
      }),
      sampleOption(vendas.id, 2, 'Boletos', { kind: 'queue', targetQueueId: financeiro.id }),
      sampleOption(vendas.id, 3, 'Sair', { kind: 'close', message: 'Até logo' }),
    ]
  })

  it('plays the greeting and the menus with their files, down to a person, and begins again', async () => {
    const user = await open()
    await waitFor(() => expect(botTexts()).toEqual(['Olá, Maria\n\n1 - Preços\n2 - Boletos\n3 - Sair\n0 - Voltar']))
    await answer(user, '1')
    expect(botTexts()[1]).toMatch(/^De quê, Maria\?\n\n1 - Bolos\n0 - Voltar/)
    await answer(user, '1')
    expect(botTexts()[2]).toBe('Bolos.pdfA partir de R$ 40')
    expect(within(talk()).getByText('O bot se cala: o atendimento espera uma pessoa.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Recomeçar' }))
    expect(botTexts()).toHaveLength(1)
    await answer(user, '3')
    expect(botTexts()[1]).toBe('Até logo')
    expect(within(talk()).getByText(/O atendimento é resolvido/)).toBeTruthy()
  })

  it('hands over to another queue, and follows what is typed beside it', async () => {
    const user = await open()
    await title('1')
    await answer(user, '2')
    expect(botTexts()[1]).toBe('Financeiro, pois não?')
    expect(screen.getByTitle('Financeiro')).toBeTruthy()
    fireEvent.change(await title('2'), { target: { value: 'Segunda via' } })
    expect(botTexts()[0]).toContain('2 - Segunda via')
    expect(written()).toEqual([])
  })

  it('is as silent as a connection that has this queue alone, and says why', async () => {
    const alone = sampleConnection({ queueIds: [vendas.id] })
    backend.on(whatsapp.list, () => ({ body: [alone] }))
    await open({ sendGreetingMessageOneQueues: 'disabled' })
    await waitFor(() => expect(botTexts()).toEqual(['1 - Preços\n2 - Boletos\n3 - Sair']))
    expect(screen.getByText(/A saudação não é enviada/)).toBeTruthy()
    cleanup()
    await open()
    await waitFor(() => expect(botTexts()[0]).toMatch(/^Olá, Maria\n/))
    expect(screen.queryByText(/A saudação não é enviada/)).toBeNull()
  })

  it('says when the hours would refuse', async () => {
    backend.on(queueRoutes.list, () => ({ body: [{ ...vendas, outOfHoursMessage: 'Voltamos às 8' }, financeiro] }))
    const user = await open({ scheduleType: 'queue' })
    await waitFor(() => expect(botTexts()[0]).toContain('1 - Preços'))
    await user.click(screen.getByRole('switch', { name: 'Fora do horário' }))
    expect(botTexts()).toEqual(['Voltamos às 8'])
    expect(within(talk()).getByText(/Fora do horário: o bot só avisa/)).toBeTruthy()
  })
})
