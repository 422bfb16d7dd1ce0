// @vitest-environment jsdom
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
  it('adds several files at once, moved by arrows; the list is saved first, then each file into its place', async () => {
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
    const [b, a] = [option('', null), option('', null)]
    const made = sample({ options: [b, a] })
    backend.on(files.create, () => ({ status: 201, body: made }))
    // The second file fails: what is there is not sent again.
    let sent = 0
    backend.on(files.uploadList, () => {
      sent += 1
      if (sent === 2) return { status: 503, body: { error: 'ERR_UNAVAILABLE' } }
      return {
        body: {
          ...made,
          options: [option('', 'b.pdf'), option('', 'a.pdf')].map((each, i) => ({ ...each, id: [b, a][i]!.id })),
        },
      }
    })
    backend.on(files.update, () => ({ body: made }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(changes()).toHaveLength(3))
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Salvar' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Lista adicionada com sucesso!')).toBeTruthy()
    expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /files',
      `POST /files/uploadList/${made.id}`,
      `POST /files/uploadList/${made.id}`,
      `PUT /files/${made.id}`,
      `POST /files/uploadList/${made.id}`,
    ])
    const options = [
      { id: b.id, name: '' },
      { id: a.id, name: '' },
    ]
    expect(changes()[3]?.body).toMatchObject({ options })
  })

  it('says that a list is still needed, and shows what another browser changed', async () => {
    const row = sample({ options: [option('Tabela', 'preços.pdf')] })
    list([row])
    backend.on(files.remove, () => ({ status: 422, body: { error: 'ERR_FILE_LIST_IN_USE' } }))
    await open()
    expect(await screen.findByText('1 arquivo')).toBeTruthy()
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
