// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { ConnectionsScreen } from './connections-screen.tsx'

const connection = (name: string, status: Whatsapp['status'], change: Partial<Whatsapp> = {}) =>
  sampleConnection({ name, status, qrcode: status === 'qrcode' ? '2@first' : '', ...change })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
const namesIn = (row: HTMLElement) =>
  within(row)
    .getAllByRole('button')
    .map(button => button.textContent)
    .filter(Boolean)

describe('the connections screen', () => {
  it('offers what each state allows', async () => {
    backend.on(whatsapp.list, () => ({
      body: (['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'CONNECTED'] as const).map(status =>
        connection(`c-${status}`, status),
      ),
    }))
    await renderScreen('/connections', <ConnectionsScreen />)
    expect(namesIn(await rowOf('c-qrcode')).slice(1)).toEqual(['Ver QR code'])
    expect(namesIn(await rowOf('c-DISCONNECTED')).slice(1)).toEqual(['Tentar de novo', 'Novo QR code'])
    expect(namesIn(await rowOf('c-TIMEOUT')).slice(1)).toEqual(['Desconectar'])
    expect(namesIn(await rowOf('c-CONNECTED')).slice(1)).toEqual(['Desconectar'])
    const opening = within(await rowOf('c-OPENING')).getByRole('button', { name: 'Conectando' }) as HTMLButtonElement
    expect(opening.disabled).toBe(true)
  })

  it('says in the row of a page why it is disconnected, and to who hears the row', async () => {
    const page = (name: string, changes: Partial<Whatsapp>) =>
      sampleConnection({ name, channel: 'facebook', provider: 'graph', status: 'DISCONNECTED', ...changes })
    backend.on(whatsapp.list, () => ({
      body: [
        page('Padaria', { disconnectReason: 'token' }),
        page('@padaria', { channel: 'instagram', provider: 'graph', disconnectReason: 'logout' }),
        page('Doces', { status: 'CONNECTED' }),
      ],
    }))
    await renderScreen('/connections', <ConnectionsScreen />)
    const reasonOf = async (name: string) =>
      document.getElementById(
        within(await rowOf(name))
          .getAllByRole('button')[0]
          ?.getAttribute('aria-describedby') ?? '',
      )?.textContent
    expect(await reasonOf('Padaria')).toMatch(/^O Facebook encerrou o acesso à página/)
    expect(await reasonOf('@padaria')).toMatch(/^Desconectada por aqui/)
    expect(await reasonOf('Doces')).toBe(undefined)
  })

  it('sends a test message where a phone is kept and the connection is up, and says why not elsewhere', async () => {
    const phoneTest = '5511987650001'
    const up = connection('Loja', 'CONNECTED', { phoneTest })
    backend.on(whatsapp.list, () => ({
      body: [up, connection('Sem telefone', 'CONNECTED'), connection('Fora', 'DISCONNECTED', { phoneTest })],
    }))
    const asked: string[] = []
    backend.on(whatsapp.test, ({ path }) => {
      asked.push(path)
      return { status: 202, body: { id: newId(), ticketId: newId(), ack: 0 } }
    })
    await renderScreen('/connections', <ConnectionsScreen />)
    const button = async (name: string) =>
      within(await rowOf(name)).getByRole('button', { name: new RegExp(`mensagem de teste por ${name}`) })
    for (const name of ['Sem telefone', 'Fora', 'Loja']) await userEvent.click(await button(name))
    await waitFor(() => expect(asked).toEqual([`/whatsapp/${up.id}/test`]))
  })

  it('draws each new QR as it arrives and closes when the QR becomes empty', async () => {
    const shop = connection('Loja', 'qrcode')
    backend.on(whatsapp.list, () => ({ body: [shop] }))
    await renderScreen('/connections', <ConnectionsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Ver QR code' }))
    const dialog = await screen.findByRole('dialog')
    const drawn = () => dialog.querySelector('svg[role="img"] path:last-of-type')?.getAttribute('d')
    const first = drawn()
    expect(first).toBeTruthy()
    const say = (change: Partial<Whatsapp>) =>
      act(() => applyListEvent(queryClient, whatsapp.list, null, { action: 'update', row: { ...shop, ...change } }))
    say({ qrcode: '2@second-and-longer' })
    await waitFor(() => expect(drawn()).not.toBe(first))
    say({ qrcode: '', status: 'PAIRING' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says in the dialog and in the row that WhatsApp is out of reach, and stays open for the next code', async () => {
    const shop = connection('Loja', 'qrcode')
    backend.on(whatsapp.list, () => ({ body: [shop] }))
    const started: string[] = []
    backend.on(whatsappsession.start, ({ path }) => {
      started.push(path)
      return { body: { ...shop, status: 'OPENING', qrcode: '' } }
    })
    await renderScreen('/connections', <ConnectionsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Ver QR code' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Toque em Aparelhos conectados:')
    expect(dialog.textContent).toContain('Toque em Conectar um aparelho e aponte')
    const say = (change: Partial<Whatsapp>) =>
      act(() => applyListEvent(queryClient, whatsapp.list, null, { action: 'update', row: { ...shop, ...change } }))
    say({ qrcode: '', status: 'OPENING', disconnectReason: 'unreachable' })
    const state = await within(dialog).findByRole('status')
    await waitFor(() => expect(state.textContent).toContain('WhatsApp fora de alcance'))
    await userEvent.click(within(state).getByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() => expect(started).toEqual([`/whatsappsession/${shop.id}`]))
    say({ qrcode: '', status: 'OPENING', disconnectReason: 'outdated' })
    await waitFor(() => expect(state.textContent).toContain('WHATSAPP_VERSION'))
    say({ qrcode: '2@third' })
    await waitFor(() => expect(dialog.querySelector('svg[role="img"]')).toBeTruthy())
  })

  it.each([
    ['OPENING', 'unreachable', 'WhatsApp fora de alcance', ['Tentar de novo']],
    ['OPENING', 'certificate', 'Endereço não confiável', ['Tentar de novo']],
    ['OPENING', 'outdated', 'Versão recusada', ['Tentar de novo']],
    ['DISCONNECTED', 'unlinked', 'O celular desconectou', ['Tentar de novo', 'Novo QR code']],
    ['DISCONNECTED', 'replaced', 'Outro programa', ['Tentar de novo', 'Novo QR code']],
    ['DISCONNECTED', 'refused', 'O WhatsApp recusou', ['Tentar de novo', 'Novo QR code']],
  ] as const)('says of one that is %s why: %s', async (status, disconnectReason, text, buttons) => {
    backend.on(whatsapp.list, () => ({ body: [connection('Loja', status, { disconnectReason })] }))
    await renderScreen('/connections', <ConnectionsScreen />)
    const row = await rowOf('Loja')
    expect(row.textContent).toContain(text)
    expect(namesIn(row).slice(1)).toEqual(buttons)
  })

  it('disconnects only after asking', async () => {
    const shop = connection('Loja', 'CONNECTED')
    backend.on(whatsapp.list, () => ({ body: [shop] }))
    backend.on(whatsappsession.remove, () => ({ body: { ...shop, status: 'DISCONNECTED' } }))
    await renderScreen('/connections', <ConnectionsScreen />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Desconectar' }))
    expect(backend.calls.some(call => call.method === 'DELETE')).toBe(false)
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Desconectar' }))
    expect(await screen.findByText('Desconectado')).toBeTruthy()
  })

  it('offers a page neither the default nor the API, and says what deleting it does', async () => {
    const page = connection('Loja no Facebook', 'CONNECTED', {
      channel: 'facebook',
      provider: 'graph',
      isDefault: false,
    })
    backend.on(whatsapp.list, () => ({ body: [page, connection('Celular', 'CONNECTED')] }))
    await renderScreen('/connections', <ConnectionsScreen />)
    for (const [name, offered] of [
      ['Loja no Facebook', false],
      ['Celular', true],
    ] as const) {
      await userEvent.click(within(await rowOf(name)).getByText(name))
      const dialog = await screen.findByRole('dialog')
      await within(dialog).findByLabelText(/^Nome/)
      expect(within(dialog).queryByLabelText('Conexão padrão') !== null).toBe(offered)
      expect(within(dialog).queryByRole('tab', { name: 'API' }) !== null).toBe(offered)
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    }
    await userEvent.click(within(await rowOf('Loja no Facebook')).getByRole('button', { name: /^Excluir/ }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('na Meta nada é apagado')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  })

  describe('deletes a connection over which something is still to leave', () => {
    const shop = connection('Loja', 'CONNECTED')
    const other = connection('Filial', 'DISCONNECTED')
    const page = connection('Página', 'CONNECTED', { channel: 'facebook', provider: 'graph' })
    const queries = () =>
      backend.calls.filter(({ method }) => method === 'DELETE').map(({ query }) => Object.fromEntries(query))
    const names = ['Natal', 'Páscoa', 'Férias', 'Inverno', 'Verão']

    /**
     * Answers as the server does: nothing is deleted until the person decides about its dependants.
     */
    async function asked(rows: Whatsapp[], answers: { status: number; body?: unknown }[] = [{ status: 204 }]) {
      backend.on(whatsapp.list, () => ({ body: rows }))
      backend.on(whatsapp.remove, ({ query }) =>
        query.has('moveTo') || query.has('stop')
          ? (answers.shift() ?? { status: 204 })
          : {
              status: 422,
              body: { error: 'ERR_WAPP_IN_USE', inUse: { campaigns: 7, campaignNames: names, schedules: 1 } },
            },
      )
      await renderScreen('/connections', <ConnectionsScreen />)
      await userEvent.click(within(await rowOf('Loja')).getByRole('button', { name: /^Excluir/ }))
      await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Excluir' }))
      return screen.findByRole('dialog')
    }

    it('by naming it, and moving it to another one', async () => {
      const dialog = await asked([shop, other, page])
      for (const said of [/^7 campanhas:/, '1 agendamento']) expect(within(dialog).getByText(said)).toBeTruthy()
      expect(dialog.textContent).toContain('Natal, Páscoa, Férias, Inverno, Verão e mais 2')
      const submit = within(dialog).getByRole('button', { name: 'Excluir' })
      await userEvent.click(submit)
      expect(await within(dialog).findByText('Escolha a outra conexão.')).toBeTruthy()
      expect(queries()).toEqual([{}])
      await userEvent.click(within(dialog).getByRole('combobox', { name: /^Outra conexão/ }))
      const options = await screen.findAllByRole('option')
      expect(options.map(({ textContent }) => textContent)).toEqual(['Filialdesconectada'])
      await userEvent.click(options[0]!)
      await userEvent.click(submit)
      expect(await screen.findByText('Conexão excluída')).toBeTruthy()
      expect(queries()).toEqual([{}, { moveTo: other.id }])
      await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
      expect(screen.queryByText('Loja')).toBe(null)
    })

    it('or by stopping it, which is all there is without another one', async () => {
      const dialog = await asked([shop, page])
      expect(within(dialog).queryByRole('radio')).toBe(null)
      expect(within(dialog).getByText(/^Não há outra conexão de WhatsApp/)).toBeTruthy()
      await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
      expect(await screen.findByText('Conexão excluída')).toBeTruthy()
      expect(queries()).toEqual([{}, { stop: 'true' }])
    })

    it('and stays open with the reason when that fails', async () => {
      const dialog = await asked([shop, other], [{ status: 503, body: { error: 'ERR_UNAVAILABLE' } }, { status: 204 }])
      await userEvent.click(within(dialog).getByRole('radio', { name: /^Parar/ }))
      await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
      expect(await screen.findByText(/Uma parte do serviço está fora do ar/)).toBeTruthy()
      await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
      expect(queries()).toEqual([{}, { stop: 'true' }, { stop: 'true' }])
    })
  })

  it('asks for a greeting when there is more than one queue, on the tab where it is written', async () => {
    const ref = (name: string) => ({ id: newId(), name, color: '#c52b30' })
    const queues = [ref('Vendas'), ref('Suporte')]
    const shop = connection('Loja', 'CONNECTED', { queues, queueIds: queues.map(each => each.id) })
    backend.on(whatsapp.list, () => ({ body: [shop] }))
    backend.on(whatsapp.update, call => ({ body: { ...shop, ...(call.body as object) } }))
    await renderScreen('/connections', <ConnectionsScreen />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Editar Loja' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(
      await within(dialog).findByText('A mensagem de saudação é obrigatória quando há mais de uma fila.'),
    ).toBeTruthy()
    await user.type(within(dialog).getByLabelText(/Mensagem de saudação/), 'Oi')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(backend.calls.find(call => call.method === 'PUT')?.body).toMatchObject({
      greetingMessage: 'Oi',
      name: 'Loja',
    })
  })
})
