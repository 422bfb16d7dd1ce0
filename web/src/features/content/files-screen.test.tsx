// @vitest-environment jsdom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { files } from '@balcao/shared/api/content/files.ts'
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { FilesScreen } from './files-screen.tsx'
import { moved } from './listed-files.ts'

const now = new Date().toISOString()
const option = (name: string, fileName: string | null) => ({
  ...{ id: newId(), name, fileName },
  ...(fileName
    ? { path: `https://files.example/${fileName}`, mediaType: 'application' as const, size: 2048 }
    : { path: null, mediaType: null, size: null }),
})
const sample = (changes: Partial<FileList> = {}): FileList => ({
  ...{ id: newId(), name: 'Boas-vindas', message: 'Para novos', userId: newId(), createdAt: now, updatedAt: now },
  options: [],
  ...changes,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const list = (rows: FileList[]) =>
  backend.on(files.list, () => ({ body: { files: rows, hasMore: false, nextCursor: null } }))
async function open() {
  await loadTexts('files')
  await renderScreen('/files', <FilesScreen />, sessionUser({ profile: 'admin' }))
}
const shownFiles = () =>
  within(screen.getByRole('group', { name: 'Arquivos' }))
    .queryAllByRole('listitem')
    .map(item => item.querySelector('bdi')?.textContent)
const changes = () => backend.calls.filter(({ method }) => method !== 'GET')

beforeEach(async () => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the file lists screen', () => {
  it('asks for a longer name and for a description', async () => {
    list([])
    await open()
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar lista' }))[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/^Nome/), 'ab')
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await dialog.findByText('nome muito curto')).toBeTruthy()
    expect(dialog.getByText('Obrigatório')).toBeTruthy()
    expect(changes()).toEqual([])
  })

  it('adds several files at once, moved by arrows; the list is saved with them in one call', async () => {
    list([])
    await open()
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar lista' }))[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/^Nome/), 'Boas-vindas')
    await userEvent.type(dialog.getByLabelText(/^Descrição/), 'Para novos')
    const chosen = ['a.pdf', 'b.pdf'].map(name => new File(['%PDF'], name, { type: 'application/pdf' }))
    await userEvent.upload(dialog.getByTestId('files'), [...chosen, new File([], 'vazio.pdf')])
    expect(dialog.getByRole('alert').textContent).toContain('está vazio')
    expect(shownFiles()).toEqual(['a.pdf', 'b.pdf'])
    dialog.getByRole('button', { name: /^Mover b.pdf/ }).focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(shownFiles()).toEqual(['b.pdf', 'a.pdf'])
    expect(dialog.getByText(/na posição 1 de 2/)).toBeTruthy()
    const made = sample({ options: [option('', 'b.pdf'), option('', 'a.pdf')] })
    backend.on(files.create, () => ({ status: 415, body: { error: 'ERR_UPLOAD_TYPE' } }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(changes()).toHaveLength(1))
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Salvar' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    backend.on(files.create, () => ({ status: 201, body: made }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Lista adicionada')).toBeTruthy()
    expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /files', 'POST /files'])
    const { row } = changes()[1]!.body as { row: string }
    expect(JSON.parse(row).options).toEqual([
      { name: '', file: 0 },
      { name: '', file: 1 },
    ])
  })

  it('puts what does not fit into the call into the bucket before, once, and says that in it', async () => {
    const row = sample({ options: [option('Tabela', 'preços.pdf')] })
    list([row])
    const bucket = createServer((_, answer) => void answer.writeHead(204, { 'access-control-allow-origin': '*' }).end())
    await new Promise<void>(resolve => bucket.listen(0, '127.0.0.1', resolve))
    const { port } = bucket.address() as AddressInfo
    backend.on(files.prepare, () => ({
      status: 201,
      body: { key: 'uploads/x', url: `http://127.0.0.1:${port}/`, fields: {} },
    }))
    backend.on(files.update, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    await open()
    await userEvent.click(await screen.findByText('Boas-vindas'))
    const dialog = within(await screen.findByRole('dialog'))
    const large = new File([new Uint8Array(5_000_000)], 'filme.pdf', { type: 'application/pdf' })
    await userEvent.upload(dialog.getByTestId('files'), [large, new File(['x'], 'a.png', { type: 'image/png' })])
    const save = async (calls: number) => {
      await waitFor(() =>
        expect(dialog.getByRole('button', { name: 'Salvar' }).getAttribute('aria-disabled')).not.toBe('true'),
      )
      await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
      await waitFor(() => expect(changes()).toHaveLength(calls))
    }
    await save(2)
    backend.on(files.update, () => ({ body: row }))
    await save(3)
    bucket.close()
    expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /files/uploads',
      `PUT /files/${row.id}`,
      `PUT /files/${row.id}`,
    ])
    const [kept] = row.options
    expect(JSON.parse((changes()[2]!.body as { row: string }).row).options).toEqual([
      { id: kept!.id, name: 'Tabela' },
      { name: '', upload: { key: 'uploads/x', fileName: 'filme.pdf', mimetype: 'application/pdf' } },
      { name: '', file: 0 },
    ])
  })

  it('says that a list is still needed, and shows what another browser changed', async () => {
    const row = sample({ options: [option('Tabela', 'preços.pdf')] })
    list([row])
    backend.on(files.remove, () => ({ status: 422, body: { error: 'ERR_FILE_LIST_IN_USE' } }))
    await open()
    expect(await screen.findByRole('button', { name: /Arquivos:\s*1$/ })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Excluir Boas-vindas' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }))
    expect(await screen.findByText('Esta lista acompanha uma campanha que ainda vai ser enviada.')).toBeTruthy()
    applyEvent(queryClient, { channel: 'file', payload: { action: 'update', file: { ...row, name: 'Novos' } } })
    expect(await screen.findByText('Novos')).toBeTruthy()
  })

  it.each([
    ['b', 0, 'bac'],
    ['a', 2, 'bca'],
    ['c', 9, 'abc'],
    ['x', 0, 'abc'],
  ])('moves %s to %i: %s', (key, to, wanted) => {
    const all = [...'abc'].map(key => ({ key, text: '', kept: null, file: null }))
    expect(
      moved(all, key, to)
        .map(({ key }) => key)
        .join(''),
    ).toBe(wanted)
  })
})
