// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { imports } from '@balcao/shared/api/company/imports.ts'
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import type { Invitation } from '@balcao/shared/entities/invitation.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { newId } from '@balcao/shared/ids.ts'
import { CHANGES, IMPORT_KINDS, JOINS, REFUSALS } from '@balcao/shared/rules/imports/record.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleDataImport } from '#/testing/sample-data-import.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ImportsScreen } from './imports-screen.tsx'
import { keptFiles } from './kept-files.ts'

const STARTED = '2026-11-20T12:05:00.000Z'
const LATER = '2026-11-20T12:10:00.000Z'

let backend: Awaited<ReturnType<typeof startBackend>>
let rows: DataImport[]
/** Answers of the bucket, in turn; an upload without one stays on its way. */
let bucket: number[]

beforeEach(async () => {
  backend = await startBackend()
  rows = []
  bucket = []
  keptFiles.set(null)
  const byId = (path: string) => rows.find(({ id }) => path.includes(id))
  backend.on(imports.list, () => ({ body: { imports: rows, hasMore: false, nextCursor: null } }))
  backend.on(imports.get, ({ path }) => {
    const body = byId(path)
    return body ? { body } : { status: 404, body: { error: 'ERR_NO_IMPORT_FOUND' } }
  })
  backend.on(imports.uploads, () => ({
    status: 201,
    body: { key: `uploads/c/${bucket.length}`, url: 'http://bucket.test/', fields: { policy: 'p' } },
  }))
  backend.on(imports.create, ({ body }) => {
    const { system, fileName, mediaName = null, customers } = body as Record<string, never>
    rows = [sampleDataImport({ system, fileName, mediaName, customers, state: 'reading', counts: [], report: null })]
    return { status: 201, body: rows[0] }
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      status = 0
      open() {}
      abort() {
        this.dispatchEvent(new Event('abort'))
      }
      send() {
        const status = bucket.shift()
        if (status === undefined) {
          const progress = Object.assign(new Event('progress'), { lengthComputable: true, loaded: 3, total: 4 })
          return void queueMicrotask(() => this.upload.dispatchEvent(progress))
        }
        this.status = status
        queueMicrotask(() => this.dispatchEvent(new Event('load')))
      }
    },
  )
  await loadTexts('imports')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const connection = (changes: Partial<Whatsapp>) => ({ id: newId(), name: 'Loja', ...changes }) as Whatsapp
const invitation = (changes: Partial<Invitation>) => ({ id: newId(), name: 'Bia', ...changes }) as Invitation
const open = (search = '', user = sessionUser()) => renderScreen('/imports', <ImportsScreen />, user, search)
const posts = () => backend.calls.filter(({ method }) => method === 'POST')
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const step = (name: string) => screen.getByRole('listitem', { name })
const upload = async (label: string, name: string, bytes = 'x') =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), {
    target: { files: [new File([bytes], name)] },
  })
/** Changes an import as the server does, and publishes it. */
const publish = (changes: Partial<DataImport>) => {
  const dataImport = { ...rows[0]!, updatedAt: LATER, ...changes }
  rows = [dataImport]
  act(() => applyEvent(queryClient, { channel: 'dataImport', payload: { action: 'update', dataImport } } as never))
}

describe('a new import', () => {
  it('goes from the system over its files to the dry run', async () => {
    bucket = [204, 204]
    await open()
    await userEvent.click(await button('Ticketz'))
    expect(step('Sistema').textContent).toContain('Ticketz')
    expect((await button('Ler o dump')).disabled).toBe(true)
    expect(screen.getByText('Arquivo .sql ou .sql.gz de até 2 GB.')).toBeTruthy()
    expect(await axeFaults()).toEqual([])
    await upload('Escolher o dump', 'ticketz.sql.gz')
    expect(await screen.findByText('ticketz.sql.gz')).toBeTruthy()
    await upload('Escolher o zip', 'midias.zip')
    expect(await screen.findByText('midias.zip')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: /^Criar clientes/ }))
    await userEvent.click(await button('Ler o dump'))
    expect(await screen.findByRole('progressbar', { name: 'Lendo o dump' })).toBeTruthy()
    expect(posts().at(-1)?.body).toMatchObject({
      system: 'ticketz',
      fileName: 'ticketz.sql.gz',
      mediaName: 'midias.zip',
      customers: true,
    })
    expect(step('Arquivos').textContent).toContain('ticketz.sql.gz e midias.zip, com clientes de CPF ou CNPJ válido')
    expect(await axeFaults()).toEqual([])
  })

  it('keeps what was uploaded when the page is left', async () => {
    bucket = [204]
    const user = sessionUser()
    const { unmount } = await open('', user)
    await userEvent.click(await button('Chatwoot'))
    await upload('Escolher o dump', 'chatwoot.sql')
    await screen.findByText(/^Enviado/)
    unmount()
    await open('', user)
    expect(await screen.findByText('chatwoot.sql')).toBeTruthy()
    expect((await button('Ler o dump')).disabled).toBe(false)
    cleanup()
    // The draft of somebody else is not shown.
    await open()
    expect(await button('Ticketz')).toBeTruthy()
  })

  it('says of a file that is too large how it comes all the same', async () => {
    await open()
    await userEvent.click(await button('Whaticket'))
    const choose = async (name: string) => {
      const file = Object.defineProperty(new File(['x'], name), 'size', { value: 3e9 })
      fireEvent.change(await screen.findByLabelText('Escolher o dump', { selector: 'input' }), {
        target: { files: [file] },
      })
      return (await screen.findByRole('alert')).textContent
    }
    const plain = await choose('a.sql')
    expect(plain).toContain('No máximo 2 GB: a.sql tem 3 GB. Compacte-o com gzip')
    expect(plain).toContain('npm run import')
    expect(await choose('b.sql.gz')).toMatch(/b\.sql\.gz tem 3 GB\. Quem cuida do servidor .* npm run import\./)
    expect(posts()).toEqual([])
  })

  it('shows the share of an upload, which can be cancelled', async () => {
    await open()
    await userEvent.click(await button('Whaticket'))
    await upload('Escolher o dump', 'a.sql')
    const bar = await screen.findByRole('progressbar', { name: 'Enviando a.sql' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('75'))
    await userEvent.click(await button('Cancelar o envio de a.sql'))
    expect(await button('Escolher o dump')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says why an upload failed, with the code, and sends it again', async () => {
    bucket = [507, 204]
    await open()
    await userEvent.click(await button('Ticketz'))
    await upload('Escolher o dump', 'a.sql')
    expect((await screen.findByRole('alert')).textContent).toContain('Código ERR_STORAGE_FULL')
    await userEvent.click(await button('Enviar de novo'))
    expect(await screen.findByText(/^Enviado/)).toBeTruthy()
    await upload('Escolher o zip', 'leer.zip', '')
    expect((await screen.findByRole('alert')).textContent).toContain('O arquivo está vazio.')
    expect(screen.queryByRole('button', { name: 'Enviar de novo' })).toBeNull()
  })

  it('asks for the file again if it left the bucket', async () => {
    bucket = [204]
    backend.on(imports.create, () => ({ status: 422, body: { error: 'ERR_UPLOAD_MISSING' } }))
    await open()
    await userEvent.click(await button('Ticketz'))
    await upload('Escolher o dump', 'a.sql')
    await screen.findByText('a.sql')
    await userEvent.click(await button('Ler o dump'))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(await button('Escolher o dump')).toBeTruthy()
  })

  it('waits while another one is under way, and leads to it', async () => {
    rows = [sampleDataImport({ state: 'running', startedAt: STARTED, done: 5, total: 10 })]
    await open('?import=new')
    await userEvent.click(await button('Ver a importação'))
    expect(await screen.findByRole('progressbar', { name: 'Trazendo os dados' })).toBeTruthy()
  })
})

describe('a dry run', () => {
  it('shows kinds, reasons in plain words, and the first rows with their lines', async () => {
    rows = [sampleDataImport()]
    await open()
    const table = await screen.findByRole('table', { name: 'O que há no dump' })
    expect(within(table).getByRole('row', { name: 'Contatos 1.200 1.180 0 12 8' })).toBeTruthy()
    expect(within(table).getByRole('columnheader', { name: 'A trazer' })).toBeTruthy()
    expect(screen.getByText('8', { selector: 'li > *' }).parentElement?.textContent).toMatch(/^Contatos \(8\): não é/)
    expect(screen.getByText('8 linhas não podem ser trazidas')).toBeTruthy()
    expect(screen.getAllByText(/não é número de telefone, grupo nem id do WhatsApp/)).toHaveLength(2)
    expect(screen.getByText('302 mudanças nas linhas que vêm')).toBeTruthy()
    expect(screen.getByText('Delas nada é trazido: Settings (14).')).toBeTruthy()
    const first = screen.getByRole('table', { name: 'As primeiras linhas' })
    expect(within(first).getByRole('row', { name: /^412 Contatos/ })).toBeTruthy()
    expect(step('Sistema').textContent).toContain('Ticketz, empresa Padaria Central')
    expect(step('Leitura').textContent).toContain('48.203 linhas lidas')
    expect(await axeFaults()).toEqual([])
  })

  it('is started after a question that says what happens, with invitations on wish', async () => {
    rows = [sampleDataImport()]
    backend.on(imports.start, () => {
      rows = [{ ...rows[0]!, state: 'running', startedAt: STARTED, updatedAt: LATER, done: 0, total: null }]
      return { status: 202, body: rows[0] }
    })
    await open()
    await userEvent.click(await screen.findByRole('switch', { name: 'Convidar os usuários por e-mail' }))
    await userEvent.click(await button('Trazer os dados'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Trazer os dados de Ticketz?' })
    expect(dialog.textContent).toContain('Nenhuma mensagem é enviada a nenhum contato.')
    expect(dialog.textContent).toContain('3 usuários recebem um convite por e-mail.')
    expect(posts()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Trazer' }))
    expect(await screen.findByRole('progressbar', { name: 'Trazendo os dados' })).toBeTruthy()
    expect(posts().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([['start', { invite: true }]])
  })

  it('of another version of the program is read again by one button', async () => {
    rows = [sampleDataImport()]
    backend.on(imports.start, () => {
      rows = [{ ...rows[0]!, continuesBy: 'read' }]
      return { status: 422, body: { error: 'ERR_IMPORT_OUTDATED' } }
    })
    backend.on(imports.read, () => {
      rows = [{ ...rows[0]!, state: 'reading', continuesBy: null, counts: [], updatedAt: LATER }]
      return { status: 202, body: rows[0] }
    })
    await open()
    await userEvent.click(await button('Trazer os dados'))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Trazer' }))
    // The program changed while the page was open.
    expect(await screen.findByText('O dump precisa ser lido de novo')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Trazer os dados' })).toBeNull()
    expect(await axeFaults()).toEqual([])
    await userEvent.click(await button('Ler de novo'))
    expect(await screen.findByRole('progressbar', { name: 'Lendo o dump' })).toBeTruthy()
  })

  it('whose files left the server says that they have to be sent again', async () => {
    rows = [sampleDataImport({ continuesBy: 'read' })]
    backend.on(imports.read, () => ({ status: 422, body: { error: 'ERR_UPLOAD_MISSING' } }))
    await open()
    await userEvent.click(await button('Ler de novo'))
    expect(await screen.findByText(/^Os arquivos enviados ficam aqui por dois dias e já saíram\./)).toBeTruthy()
    expect((await button('Ler de novo')).disabled).toBe(true)
  })

  it('asks for the company of a dump with several, and reads the same file for it', async () => {
    const user = sessionUser()
    rows = [
      sampleDataImport({
        state: 'failed',
        counts: [],
        error: { code: 'ERR_IMPORT_WHICH_COMPANY', line: null, detail: '2 companies' },
        companies: [
          { id: '1', name: 'Loja', tickets: 1500 },
          { id: '2', name: 'Outra', tickets: 1 },
        ],
      }),
    ]
    const { unmount } = await open('', user)
    expect(await screen.findByText(/^O dump foi enviado em outro navegador/)).toBeTruthy()
    unmount()
    const dump = { key: 'uploads/c/7', name: 'a.sql', size: 9 }
    keptFiles.set({
      userId: user.id,
      at: Date.now(),
      draft: { system: null, dump: null, media: null, customers: false },
      last: { importId: rows[0]!.id, dump, media: null },
    })
    await open('', user)
    await userEvent.click(await screen.findByRole('radio', { name: /^Loja/ }))
    await userEvent.click(await button('Ler esta empresa'))
    await screen.findByRole('progressbar', { name: 'Lendo o dump' })
    expect(posts().at(-1)?.body).toMatchObject({ key: 'uploads/c/7', sourceCompany: '1', system: 'ticketz' })
  })

  it('that failed says where, why, and what to do', async () => {
    rows = [
      sampleDataImport({
        state: 'failed',
        counts: [],
        error: { code: 'ERR_IMPORT_CUT', line: 90_210, detail: 'no end of COPY' },
      }),
    ]
    await open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('O dump termina antes do fim. Gere-o e envie-o de novo.')
    expect(alert.textContent).toContain('Linha 90.210 do dump · no end of COPY · ERR_IMPORT_CUT')
    expect(alert.textContent).toContain('Corrija e leia o dump de novo.')
    await userEvent.click(await button('Nova importação'))
    expect(await button('Ticketz')).toBeTruthy()
  })

  it('that is too large for the page does not ask to read it again', async () => {
    const error = { code: 'ERR_IMPORT_TOO_LARGE' as const, line: null, detail: '' }
    rows = [sampleDataImport({ state: 'failed', counts: [], error })]
    await open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('npm run import')
    expect(alert.textContent).toContain('Nada foi trazido.')
    expect(alert.textContent).not.toContain('leia o dump de novo')
  })
})

describe('a run', () => {
  it('shows live how far it is, and ends in its result', async () => {
    rows = [sampleDataImport({ state: 'running', startedAt: STARTED, done: 100, total: 48_203, secondsLeft: 7200 })]
    await open()
    expect(await screen.findByText('0% · 100 de 48.203 · cerca de 2 h 0 min restantes')).toBeTruthy()
    publish({ done: 24_200, secondsLeft: 600 })
    expect(await screen.findByText('50% · 24.200 de 48.203 · cerca de 10 minutos restantes')).toBeTruthy()
    publish({ state: 'done', updatedAt: '2026-11-20T12:20:00.000Z' })
    expect(await screen.findByRole('table', { name: 'O que foi trazido' })).toBeTruthy()
    expect(screen.getByText(/Trazidas: 48\.173\. Já estavam aqui: 10\./)).toBeTruthy()
    expect(await axeFaults()).toEqual([])
  })

  it('says in its result what is left to do, with the way there, as long as it is', async () => {
    const brought = { alreadyThere: 0, joined: {}, refused: {}, changed: {} }
    const counts: DataImport['counts'] = [
      { kind: 'user', read: 3, taken: 3, ...brought },
      { kind: 'connection', read: 2, taken: 2, ...brought },
    ]
    const [sentAt, later] = ['2026-11-20T12:05:00.000Z', '2026-11-27T12:05:00.000Z']
    const linked = connection({ number: '5511999990000', status: 'DISCONNECTED' })
    const imported = () => connection({ number: null, status: 'DISCONNECTED' })
    let connections = [linked, imported(), imported()]
    backend.on(whatsapp.list, () => ({ body: connections }))
    backend.on(invitations.list, () => ({
      body: [invitation({ sentAt, expiresAt: sentAt }), invitation({ sentAt, expiresAt: later })],
    }))
    rows = [sampleDataImport({ state: 'done', startedAt: STARTED, counts })]
    await open()
    const next = await screen.findByRole('region', { name: 'Próximos passos' })
    expect(next.textContent).toContain('2 conexões ainda não estão ligadas a um número.')
    await waitFor(() => expect(next.textContent).toContain('1 convite ainda não foi enviado.'))
    const links = within(next).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ pathname, textContent }) => [pathname, textContent])).toEqual([
      ['/connections', 'Ligar as conexões'],
      ['/users', 'Enviar os convites'],
    ])
    expect(await axeFaults()).toEqual([])
    cleanup()
    queryClient.clear()
    connections = [linked]
    backend.on(invitations.list, () => ({ body: [invitation({ sentAt, expiresAt: later })] }))
    await open()
    await button('Baixar relatório')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('region', { name: 'Próximos passos' })).toBeNull()
    cleanup()
    queryClient.clear()
    // Of an import that brought neither nobody asks.
    backend.calls.length = 0
    rows = [sampleDataImport({ state: 'done', startedAt: STARTED, counts: counts.map(one => ({ ...one, taken: 0 })) })]
    await open()
    await button('Baixar relatório')
    expect(backend.calls.filter(({ path }) => !path.startsWith('/imports'))).toEqual([])
  })

  it('is cancelled after a question, and then goes on', async () => {
    rows = [sampleDataImport({ state: 'running', startedAt: STARTED, invite: true, done: 1, total: 4 })]
    backend.on(imports.cancel, () => {
      rows = [{ ...rows[0]!, state: 'cancelled', updatedAt: LATER }]
      return { body: rows[0] }
    })
    backend.on(imports.start, () => ({ status: 422, body: { error: 'ERR_IMPORT_STATE' } }))
    await open()
    await userEvent.click(await button('Cancelar importação'))
    const dialog = await screen.findByRole('alertdialog')
    expect(posts()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar importação' }))
    await userEvent.click(await button('Continuar importação'))
    expect(await screen.findByText('Isso não é possível no estado em que a importação está.')).toBeTruthy()
    expect(posts().at(-1)?.body).toEqual({ invite: true })
  })

  it('that another version stopped is read again, and one of the command is gone on with there', async () => {
    const error = { code: 'ERR_IMPORT_OUTDATED', line: null, detail: '' }
    rows = [sampleDataImport({ state: 'failed', startedAt: STARTED, continuesBy: 'read', error })]
    backend.on(imports.read, () => {
      rows = [{ ...rows[0]!, state: 'reading', continuesBy: null, error: null, updatedAt: LATER }]
      return { status: 202, body: rows[0] }
    })
    await open()
    // It is said once, and as no fault.
    expect(await screen.findByText('O dump precisa ser lido de novo')).toBeTruthy()
    expect(screen.queryByText(/lido por outra versão|A importação parou|Continue de onde parou/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(step('Importação').getAttribute('aria-current')).toBe('step')
    expect(screen.queryByRole('button', { name: 'Continuar importação' })).toBeNull()
    expect(await button('Remover o que foi trazido')).toBeTruthy()
    await userEvent.click(await button('Ler de novo'))
    expect(await screen.findByRole('progressbar', { name: 'Lendo o dump' })).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'O que foi trazido' })).toBeNull()
    publish({ state: 'ready', continuesBy: 'start', updatedAt: '2026-11-20T12:20:00.000Z' })
    expect(await button('Trazer os dados')).toBeTruthy()
    cleanup()
    rows = [sampleDataImport({ state: 'failed', startedAt: STARTED, continuesBy: null })]
    await open()
    expect(await screen.findByText(/^Veio pelo comando npm run import\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Continuar importação' })).toBeNull()
  })

  it('is taken back by typing the name of the system', async () => {
    rows = [sampleDataImport({ state: 'done', startedAt: STARTED, endedAt: LATER })]
    backend.on(imports.remove, () => {
      rows = [{ ...rows[0]!, state: 'removing', updatedAt: LATER, done: 0, total: null }]
      return { status: 202, body: rows[0] }
    })
    await open()
    await userEvent.click(await button('Remover o que foi trazido'))
    const dialog = await screen.findByRole('dialog', { name: 'Remover o que foi trazido de Ticketz?' })
    await userEvent.type(within(dialog).getByRole('textbox'), 'sim')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remover' }))
    expect(await within(dialog).findByText('Digite exatamente Ticketz.')).toBeTruthy()
    expect(posts()).toEqual([])
    await userEvent.clear(within(dialog).getByRole('textbox'))
    await userEvent.type(within(dialog).getByRole('textbox'), 'ticketz')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remover' }))
    expect(await screen.findByRole('progressbar', { name: 'Removendo o que foi trazido' })).toBeTruthy()
    publish({ state: 'removed', updatedAt: '2026-11-20T12:20:00.000Z' })
    expect(await screen.findByText('O que foi trazido foi removido')).toBeTruthy()
  })

  it('asks for a new link each time the report is downloaded', async () => {
    rows = [sampleDataImport({ state: 'done', startedAt: STARTED })]
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await open()
    await button('Baixar relatório')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    rows = [{ ...rows[0]!, report: null }]
    await userEvent.click(await button('Baixar relatório'))
    expect(await screen.findByText('O relatório não está mais disponível.')).toBeTruthy()
    expect(click).not.toHaveBeenCalled()
    click.mockRestore()
  })
})

describe('the page', () => {
  it('lists earlier imports, and opens one in its place', async () => {
    rows = [
      sampleDataImport({ state: 'done', startedAt: STARTED }),
      sampleDataImport({
        state: 'failed',
        startedAt: STARTED,
        fileName: 'velho.sql',
        system: 'chatwoot',
        systemName: null,
      }),
    ]
    await open()
    const earlier = await screen.findByRole('region', { name: 'Importações anteriores' })
    expect(within(earlier).getByText('Com erro')).toBeTruthy()
    await userEvent.click(within(earlier).getByRole('link', { name: 'Chatwoot, velho.sql' }))
    expect(await screen.findByText('A importação parou')).toBeTruthy()
  })

  it('lists as earlier neither what stands above nor a question that was answered', async () => {
    const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`
    const companies = [{ id: '1', name: 'Loja', tickets: 1 }]
    const error = { code: 'ERR_IMPORT_WHICH_COMPANY', line: null, detail: '' }
    const asked = { state: 'failed' as const, companies, error, counts: [] }
    rows = [
      sampleDataImport({ state: 'running', startedAt: STARTED, createdAt: at(5), done: 1, total: 2 }),
      sampleDataImport({ ...asked, createdAt: at(4) }),
      sampleDataImport({ ...asked, createdAt: at(3), fileName: 'outra.sql' }),
      sampleDataImport({ state: 'failed', continuesBy: 'read', createdAt: at(2), fileName: 'parada.sql' }),
    ]
    const listed = async () => {
      const earlier = await screen.findByRole('region', { name: 'Importações anteriores' })
      return within(earlier).getAllByRole('listitem')
    }
    await open('?import=new')
    // It stands above with its button.
    await button('Ver a importação')
    expect((await listed()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/outra\.sql.*Falta a empresa$/),
      expect.stringMatching(/parada\.sql.*A ler de novo$/),
    ])
    await userEvent.click(await button('Ver a importação'))
    expect(await screen.findByRole('progressbar', { name: 'Trazendo os dados' })).toBeTruthy()
    expect(await listed()).toHaveLength(2)
  })

  it('shows an error, and an import that is gone', async () => {
    backend.on(imports.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await open()
    expect(await button('Tentar de novo')).toBeTruthy()
    cleanup()
    rows = [sampleDataImport()]
    backend.on(imports.list, () => ({ body: { imports: rows, hasMore: false, nextCursor: null } }))
    await open(`?import=${newId()}`)
    expect(await screen.findByText('Importação não encontrada.')).toBeTruthy()
  })

  it('has words for every kind and reason', async () => {
    await open()
    await button('Ticketz')
    const missing = [
      ...IMPORT_KINDS.map(kind => `kind.${kind}`),
      ...REFUSALS.map(reason => `refused.${reason}`),
      ...JOINS.map(reason => `joined.${reason}`),
      ...CHANGES.map(reason => `changed.${reason}`),
    ].filter(key => !i18next.exists(`imports:${key}`))
    expect(missing).toEqual([])
  })
})
