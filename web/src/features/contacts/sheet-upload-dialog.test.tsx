// @vitest-environment jsdom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyJob } from '#/realtime/job-list.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleJob } from '#/testing/sample-job.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { SheetUploadDialog } from './sheet-upload-dialog.tsx'

const id = newId()
const job = (changes: Partial<Job>) =>
  sampleJob({ id, kind: 'contactsImport', done: 0, total: null, status: 'waiting', repeatable: false, ...changes })

let backend: Awaited<ReturnType<typeof startBackend>>
/** The bucket: takes what a form brings. */
let bucket: Server
let taken: string[]
beforeEach(async () => {
  taken = []
  bucket = createServer(async (request, response) => {
    let sent = ''
    for await (const chunk of request) sent += chunk
    if (request.method === 'POST') taken.push(sent)
    response.writeHead(204, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end()
  })
  await new Promise<void>(resolve => bucket.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/`
  backend = await startBackend()
  backend.on(contacts.uploads, () => ({ status: 201, body: { key: 'uploads/k', url, fields: { key: 'uploads/k' } } }))
  backend.on(contacts.upload, () => ({ status: 202, body: { jobId: id } }))
  backend.on(jobs.get, () => ({ body: job({}) }))
  await loadTexts('sheets')
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await backend.stop()
  bucket.closeAllConnections()
  await new Promise(resolve => bucket.close(resolve))
})

const open = () => renderScreen('/', <SheetUploadDialog target={{ kind: 'contacts' }} onClose={() => undefined} />)
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Escolher planilha', { selector: 'input' }), { target: { files: [file] } })

describe('the dialog of a sheet', () => {
  it('puts it into the bucket, follows its import live, and shows what came of the rows', async () => {
    await open()
    const model = (await screen.findByRole('link', { name: 'Baixar modelo (CSV)' })) as HTMLAnchorElement
    expect(decodeURIComponent(model.href)).toContain('nome;numero;email\r\nMaria Silva;5511999998888')
    choose(new File(['nome;numero\n'], 'gente.csv'))
    expect(await screen.findByText('Lendo a planilha')).toBeTruthy()
    await waitFor(() => expect(queryClient.getQueryData(queryKey(jobs.get, { params: { id } }))).toBeTruthy())
    expect(taken).toHaveLength(1)
    expect(taken[0]).toContain('nome;numero')
    const asked = backend.calls.find(call => call.path === '/contacts/upload')
    expect(asked?.body).toEqual({ key: 'uploads/k', fileName: 'gente.csv' })
    act(() =>
      applyJob(queryClient, job({ status: 'running', done: 40, total: 1500, updatedAt: '2026-03-10T12:00:01.000Z' })),
    )
    expect(await screen.findByText('40 de 1.500 linhas')).toBeTruthy()
    const counts = { rows: 1500, added: 1200, updated: 80, unchanged: 20, invalid: 150, duplicate: 50 }
    const problems = [
      { row: 7, code: 'scientific' as const, of: null },
      { row: 9, code: 'double' as const, of: 2 },
    ]
    const file = { name: 'problemas.csv', url: 'https://files.example/p.csv', until: '2026-03-11T12:00:00.000Z' }
    const result = { file, counts, problems }
    act(() =>
      applyJob(
        queryClient,
        job({ status: 'done', done: 1500, total: 1500, result, updatedAt: '2026-03-10T12:00:02.000Z' }),
      ),
    )
    expect(await screen.findByText('200 linhas não foram importadas')).toBeTruthy()
    expect(screen.getByText('1.200')).toBeTruthy()
    const [, first, second] = within(screen.getByRole('table')).getAllByRole('row')
    expect(first!.textContent).toContain('notação científica')
    expect(second!.textContent).toBe('9Número repetido: é o mesmo da linha 2.')
    expect(screen.getByRole('link', { name: 'Baixar problemas (CSV)' }).getAttribute('href')).toBe(file.url)
    fireEvent.click(screen.getByRole('button', { name: 'Enviar planilha corrigida' }))
    expect(await screen.findByText('Colunas da planilha')).toBeTruthy()
  })

  it('says what is wrong with a file, before it is sent and after', async () => {
    await open()
    await screen.findByText('Colunas da planilha')
    choose(new File([], 'vazia.csv'))
    expect((await screen.findByRole('alert')).textContent).toBe('O arquivo está vazio.')
    expect(backend.calls.filter(call => call.method === 'POST')).toEqual([])
    backend.on(contacts.upload, () => ({ status: 422, body: { error: 'ERR_SHEET_UNREADABLE' } }))
    choose(new File(['%PDF'], 'gente.xlsx'))
    expect(await screen.findByText(/Não foi possível ler a planilha/)).toBeTruthy()
    backend.on(contacts.upload, () => ({ status: 202, body: { jobId: id } }))
    backend.on(jobs.get, () => ({ body: job({ status: 'failed', error: 'ERR_SHEET_PASSWORD' }) }))
    choose(new File(['x'], 'gente.xlsx'))
    expect(await screen.findByText(/protegida por senha/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Enviar outra planilha' })).toBeTruthy()
  })
})
