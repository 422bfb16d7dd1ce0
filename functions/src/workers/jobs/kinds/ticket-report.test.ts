import { Readable } from 'node:stream'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { makeCompany } from '../../../../test/harness.ts'
import { killEachCall } from '../../../../test/kill-each-call.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import type { FieldColumn } from '../../../data/fields/field-columns.ts'
import { cancelJob, getJob, type JobRow, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import { readObject } from '../../../integrations/storage.ts'
import { enqueueStep } from '../../../messaging/begin-job.ts'
import { handler } from '../handler.ts'
import { runStep } from '../run-step.ts'
import { KINDS } from './kinds.ts'
import { type Cell, spreadsheet } from './spreadsheet.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const FIRST = Date.UTC(2026, 2, 1, 12)
const SERVED_MS = 93_661_000
/** Values of custom fields of the last ticket. */
const VALUES = { reason: '=Troca', amount: 12.5, paid: true }
const NAMES = ['=cmd()', '+55 11', '-1', '@ana', 'Maria']

function idAt(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

async function makeExport(language: Language = 'pt', count = NAMES.length, fields: readonly FieldColumn[] = []) {
  const { id: companyId } = await makeCompany()
  for (const [i, name] of NAMES.slice(0, count).entries()) {
    const ticket = await makeTicket(companyId, {
      id: idAt(FIRST + i * 60_000),
      contact: { id: newId(), name, number: `551191111000${i}`, picture: null, isGroup: false },
      queue: { id: newId(), name: 'Vendas', color: '#123456' },
      user: i === 4 ? { id: newId(), name: 'Bia' } : null,
      status: i === 4 ? 'open' : 'pending',
    })
    if (i < 4) continue
    // Served for 26 hours, a minute and a second.
    vi.useFakeTimers({ toFake: ['Date'], now: ticket.servedAt! + SERVED_MS })
    await changeTicket(companyId, ticket, () => ({
      set: { status: 'closed', rating: 2, lastMessage: '=1+1', closedAt: FIRST + 3_600_000, fields: VALUES },
    }))
    vi.useRealTimers()
  }
  const { job, writes } = newJob(companyId, {
    kind: 'ticketReport',
    user: { id: newId(), name: 'Ana' },
    state: {
      range: { from: FIRST, to: FIRST + 86_400_000 },
      filter: {
        searchParam: '',
        contactId: '',
        whatsappIds: [],
        users: [],
        queueIds: [],
        statuses: [],
        onlyRated: false,
      },
      fields,
      timezone: 'America/Sao_Paulo',
      language,
      stage: 'count',
      read: null,
      parts: [],
      pieces: null,
    },
  })
  await transact(writes)
  return { companyId, job, first: { type: 'step' as const, companyId, jobId: job.id, seq: 0 } }
}

const now = async ({ companyId, id }: JobRow) => (await getJob(companyId, id, true))!

/** Hands out messages until none is left. */
async function drain(messages: JobMessage[]): Promise<void> {
  const waiting = [...messages]
  let taken = 0
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    expect(++taken).toBeLessThan(40)
    const { batchItemFailures } = await handler(batchOf([JSON.stringify(next)]))
    if (batchItemFailures.length > 0) waiting.push(next)
    waiting.push(...gate.sent())
  }
}

async function sheetsOf(bytes: AsyncIterable<Uint8Array>) {
  const book = new ExcelJS.Workbook()
  await book.xlsx.read(Readable.from(bytes))
  return book.worksheets.map(sheet => ({
    name: sheet.name,
    rows: sheet.getSheetValues().flatMap(row => (Array.isArray(row) ? [row.slice(1)] : [])),
    formats: sheet.columns.map(({ numFmt }) => numFmt),
  }))
}

const file = async (job: JobRow) => sheetsOf(readObject((await now(job)).file!.key))

const objects = async (companyId: string): Promise<string[]> => {
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(
    new ListObjectsV2Command({
      Bucket: process.env.MEDIA_BUCKET,
      Prefix: `${PREPARED_UPLOADS}${companyId}/media/exports/`,
    }),
  )
  return Contents.map(({ Key = '' }) => Key.split('/').at(-1)!)
}

const HEADINGS = [
  'Conexão',
  'Contato',
  'Atendente',
  'Fila',
  'Status',
  'Última mensagem',
  'Criado em',
  'Resolvido em',
  'Tempo de atendimento',
  'NPS',
  'Origem',
  'Prioridade',
]

describe('the export of the tickets report', () => {
  it('is a spreadsheet of the rows, without formulas, in the clock of the company', async () => {
    const { companyId, job, first } = await makeExport()
    await drain([first])
    expect(await now(job)).toMatchObject({
      status: 'done',
      done: 5,
      total: 5,
      file: { name: 'relatorio-de-atendimentos.xlsx' },
    })
    const sheets = await file(job)
    expect(sheets).toHaveLength(1)
    const [{ name, rows, formats }] = sheets as [(typeof sheets)[0]]
    expect([name, rows[0]]).toEqual(['RelatorioDeAtendimentos', HEADINGS])
    const [closed, ...pending] = rows.slice(1)
    expect(closed!.slice(0, 8)).toEqual([
      'Loja',
      'Maria',
      'Bia',
      'Vendas',
      'Resolvido',
      "'=1+1",
      new Date(FIRST + 4 * 60_000 - 3 * 3_600_000),
      new Date(FIRST + 3_600_000 - 3 * 3_600_000),
    ])
    // A length of time is read as one since the spreadsheet's day nought.
    expect([closed![8], closed![9]]).toEqual([new Date(Date.UTC(1899, 11, 30) + SERVED_MS), 2])
    expect(pending.map(row => [row[1], row[4], row[7]])).toEqual([
      ["'@ana", 'Aguardando', undefined],
      ["'-1", 'Aguardando', undefined],
      ["'+55 11", 'Aguardando', undefined],
      ["'=cmd()", 'Aguardando', undefined],
    ])
    expect(formats.slice(6, 9)).toEqual(['dd/mm/yyyy hh:mm', 'dd/mm/yyyy hh:mm', '[h]:mm:ss'])
    expect(await objects(companyId)).toEqual(['relatorio-de-atendimentos.xlsx'])
  })

  it.each([
    ['en', 'Contact', 'Waiting'],
    ['es', 'Contacto', 'En espera'],
  ] as const)('speaks %s to who asked in it', async (language, heading, status) => {
    const { job, first } = await makeExport(language, 1)
    await drain([first])
    const [sheet] = await file(job)
    expect([sheet!.rows[0]![1], sheet!.rows[1]![4]]).toEqual([heading, status])
  })

  it('has a column for each custom field of tickets', async () => {
    const fields = [
      { id: 'reason', name: 'Motivo', type: 'text' },
      { id: 'amount', name: 'Valor', type: 'number' },
      { id: 'paid', name: 'Pago', type: 'boolean' },
      { id: 'late', name: 'Prazo', type: 'date' },
    ] as const
    const { job, first } = await makeExport('pt', NAMES.length, fields)
    await drain([first])
    const [sheet] = await file(job)
    const [headings, closed, pending] = sheet!.rows
    expect(headings!.slice(12)).toEqual(['Motivo', 'Valor', 'Pago', 'Prazo'])
    expect(closed!.slice(12)).toEqual(["'=Troca", 12.5, 'Sim'])
    expect(pending!.slice(12)).toEqual([])
  })

  it('of nothing has its headings', async () => {
    const { job, first } = await makeExport('pt', 0)
    await drain([first])
    expect((await file(job))[0]!.rows).toEqual([HEADINGS])
    expect(await now(job)).toMatchObject({ status: 'done', done: 0, total: 0 })
  })

  it('is whole when the connection breaks while its pieces are put together', async () => {
    const { job, first } = await makeExport()
    let messages: JobMessage[] = [first]
    while (
      !('stage' in (await now(job)).state && ((await now(job)) as JobRow<'ticketReport'>).state.stage === 'join')
    ) {
      for (const message of messages) if (message.type === 'step') await runStep(message, KINDS, enqueueStep)
      messages = gate.sent()
    }
    gate.breakStream()
    await drain(messages)
    expect((await file(job))[0]!.rows).toHaveLength(6)
  })

  it('that is canceled between its steps takes its objects away', async () => {
    const { companyId, job, first } = await makeExport()
    await runStep(first, KINDS, enqueueStep)
    for (const message of gate.sent()) if (message.type === 'step') await runStep(message, KINDS, enqueueStep)
    expect(await objects(companyId)).toHaveLength(1)
    await cancelJob(companyId, job.id)
    await drain(gate.sent())
    expect([(await now(job)).status, await objects(companyId)]).toEqual(['canceled', []])
  })
})

describe('the export of the tickets report, killed', () => {
  it('right behind each of its calls, is the same file', async () => {
    const { companyId, job, first } = await makeExport()
    // Four steps: each claims, reads, puts an object and ends with its checkpoint and the next
    // message.
    expect(await killEachCall(gate, first, 80)).toBeGreaterThan(15)
    expect(await now(job)).toMatchObject({ status: 'done', done: 5, total: 5, error: null })
    const [sheet] = await file(job)
    expect(sheet!.rows.map(row => row[1])).toEqual(['Contato', 'Maria', "'@ana", "'-1", "'+55 11", "'=cmd()"])
    expect(await objects(companyId)).toContain('relatorio-de-atendimentos.xlsx')
  }, 900_000)
})

describe('a spreadsheet', () => {
  const columns = [{ header: 'n', width: 10 }]

  it('holds little of its rows while they are written, and what is left unread ends it', async () => {
    let given = 0
    async function* rows(): AsyncGenerator<Cell[]> {
      for (; given < 200_000; given++) yield [`${crypto.randomUUID()}${crypto.randomUUID()}`]
    }
    let bytes = 0
    for await (const chunk of spreadsheet('Linhas', columns, rows())) {
      bytes += chunk.length
      if (bytes > 200_000) break
    }
    // Nobody takes more: no more rows are asked for than what is on its way.
    const before = given
    expect(before).toBeLessThan(60_000)
  })

  it('throws what its rows throw', async () => {
    async function* rows(): AsyncGenerator<Cell[]> {
      yield ['1']
      throw new Error('the rows broke')
    }
    const read = async () => {
      for await (const _ of spreadsheet('Linhas', columns, rows()));
    }
    await expect(read()).rejects.toThrow('the rows broke')
  })

  it('leaves out what XML cannot hold', async () => {
    async function* rows(): AsyncGenerator<Cell[]> {
      yield ['a\u0000b\uFFFEc<&>"\u001f 🙂']
    }
    const [sheet] = await sheetsOf(spreadsheet('Linhas', columns, rows()))
    expect(sheet!.rows[1]).toEqual(['abc<&>" 🙂'])
  })
})
