import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { FoundPassage } from '@balcao/shared/entities/knowledge.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { GOOD_KEY } from '../../../../test/agent-fixture.ts'
import { docxParagraph, docxParts, pdfOf, pdfPage, zipOf } from '../../../../test/document-files.ts'
import { call, makeCompany, makeQueue, makeUser, type TestCompany } from '../../../../test/harness.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import { tokenUse } from '../../../data/automation/token-use.ts'
import { listObjects, putObject } from '../../../integrations/storage.ts'
import { handler } from '../../../workers/jobs/handler.ts'

const { simulators, gate, sim } = await useSimulators()

const EXCHANGES = '# Trocas\n\nAceitamos trocas em até 7 dias com a nota fiscal.'
const DELIVERY = '# Entrega\n\nEntregamos em Campinas às terças e quintas, das 8 às 18 horas.'

let company: TestCompany
beforeEach(async () => {
  await sim('POST', 'bots/embeddings', {})
  await sim('DELETE', 'bots/embeddings/calls')
  company = await makeCompany()
  gate.sent()
})

async function drain(waiting: JobMessage[] = gate.sent()): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    expect(await handler(batchOf([JSON.stringify(next)]))).toEqual({ batchItemFailures: [] })
    waiting.push(...gate.sent())
  }
}

async function addKey(of = company): Promise<void> {
  const queueId = (await makeQueue(of.id)).id
  const prompt = 'Você atende os clientes da loja, com frases curtas e educadas, em português.'
  await call(prompts.create, { as: of.admin, body: { name: 'Agente', prompt, apiKey: GOOD_KEY, queueId } })
}

const add = async (body: object, as = company.admin) => {
  const answer = await call(knowledge.create, { as, body: body as never })
  await drain()
  return answer
}
const search = async (query: string, as = company.admin, trial = false) =>
  (await call(knowledge.search, { as, body: { query, trial } })).body
const rowOf = async (id: string) => (await call(knowledge.get, { as: company.admin, params: { id } })).body
const names = (passages: FoundPassage[]) => passages.map(({ name }) => name)
const asked = () => sim<{ body: string }[]>('GET', 'bots/embeddings/calls')

describe('the knowledge', () => {
  it('reads a text and finds its passages by their words, without a key', async () => {
    const made = await add({ name: 'Trocas', text: EXCHANGES })
    expect(made.body).toMatchObject({ name: 'Trocas', kind: 'text', status: 'reading', passages: 0 })
    await add({ name: 'Entrega', text: DELIVERY })
    expect(await rowOf(made.body.id)).toMatchObject({ status: 'ready', passages: 1, embedded: false, error: null })
    const found = await search('Quantos dias eu tenho para trocar? Queria uma troca')
    expect(found.by).toBe('words')
    expect(found.passages[0]).toMatchObject({
      name: 'Trocas',
      heading: 'Trocas',
      text: 'Aceitamos trocas em até 7 dias com a nota fiscal.',
      documentId: made.body.id,
    })
    expect(names((await search('Vocês entregam em Campinas?')).passages)[0]).toBe('Entrega')
    expect((await search('Vocês vendem sorvete de morango?')).passages).toEqual([])
    expect(await asked()).toEqual([])
  })

  it('embeds what it read, with a key, and finds it by its meaning', async () => {
    await addKey()
    const { body } = await add({ name: 'Trocas', text: EXCHANGES })
    await add({ name: 'Entrega', text: DELIVERY })
    expect(await rowOf(body.id)).toMatchObject({ status: 'ready', embedded: true })
    expect(JSON.parse((await asked())[0]!.body)).toMatchObject({ model: 'text-embedding-3-small', dimensions: 512 })
    const before = (await tokenUse(company.id)).tokens
    const found = await search('trocas com nota fiscal')
    expect([found.by, names(found.passages)]).toEqual(['meaning', ['Trocas']])
    expect((await tokenUse(company.id)).tokens).toBeGreaterThan(before)
    expect((await search('sorvete de morango')).passages).toEqual([])
  })

  it('finds by words while the service fails, says why, and by meaning after embedding again', async () => {
    await addKey()
    await sim('POST', 'bots/embeddings', { fail: { status: 401 } })
    const { body } = await add({ name: 'Trocas', text: EXCHANGES })
    expect(await rowOf(body.id)).toMatchObject({ status: 'ready', embedded: false, error: 'ERR_AI_KEY_REFUSED' })
    expect((await search('trocas com nota')).by).toBe('words')
    await sim('POST', 'bots/embeddings', {})
    const begun = await call(knowledge.embed, { as: company.admin })
    expect(begun.status).toBe(202)
    await drain()
    expect(await rowOf(body.id)).toMatchObject({ embedded: true, error: null })
    expect((await search('trocas com nota')).by).toBe('meaning')
    await sim('POST', 'bots/embeddings', { fail: true })
    const slow = await search('trocas com nota')
    expect([slow.by, names(slow.passages)]).toEqual(['words', ['Trocas']])
  })

  it('reads files of each kind, sent along or uploaded before', async () => {
    const files = [
      { fileName: 'frete.pdf', bytes: pdfOf([pdfPage(['# Frete', 'Grátis no centro.'])]) },
      { fileName: 'trocas.docx', bytes: zipOf(docxParts(['# Trocas', 'Em 7 dias.'].map(docxParagraph).join(''))) },
      { fileName: 'precos.csv', bytes: Buffer.from('Produto;Preço\nBolo de cenoura;35') },
      { fileName: 'garantia.txt', bytes: Buffer.from('Garantia de um ano.') },
    ]
    for (const file of files) {
      const sent = [{ ...file, mimetype: 'application/octet-stream' }]
      const made = await call(knowledge.create, { as: company.admin, body: {}, files: sent })
      expect([made.status, made.body.name]).toEqual([201, file.fileName])
      const { body: form } = await call(knowledge.uploads, {
        as: company.admin,
        body: { fileName: file.fileName, mimetype: 'application/pdf', size: file.bytes.length },
      })
      await putObject(form.key, file.bytes, 'application/octet-stream')
      const body = { key: form.key, fileName: file.fileName, name: `Meu ${file.fileName}` }
      expect((await call(knowledge.create, { as: company.admin, body })).status).toBe(201)
    }
    await drain()
    const rows = (await call(knowledge.list, { as: company.admin })).body.knowledge
    expect(rows.map(({ name, kind, status, passages }) => [name, kind, status, passages])).toEqual([
      ['frete.pdf', 'pdf', 'ready', 1],
      ['garantia.txt', 'text', 'ready', 1],
      ['Meu frete.pdf', 'pdf', 'ready', 1],
      ['Meu garantia.txt', 'text', 'ready', 1],
      ['Meu precos.csv', 'sheet', 'ready', 1],
      ['Meu trocas.docx', 'docx', 'ready', 1],
      ['precos.csv', 'sheet', 'ready', 1],
      ['trocas.docx', 'docx', 'ready', 1],
    ])
    expect((await search('bolo de cenoura')).passages[0]!.text).toBe('Produto: Bolo de cenoura; Preço: 35')
    // A file that was read is no longer kept where it was put.
    expect(await listObjects(`${PREPARED_UPLOADS}${company.id}/`)).toEqual([])
    const html = [{ fileName: 'a.exe', mimetype: 'application/octet-stream', bytes: Buffer.from('MZ') }]
    expect((await call(knowledge.create, { as: company.admin, body: {}, files: html })).error).toBe('ERR_UPLOAD_TYPE')
  })

  it('reads a page by its address, and says why it cannot', async () => {
    const made = await add({ url: `${simulators.url}/simulated/pages/horarios` })
    expect(await rowOf(made.body.id)).toMatchObject({
      ...{ kind: 'page', status: 'ready', url: `${simulators.url}/simulated/pages/horarios`, passages: 2 },
      name: 'Horários de atendimento e endereço da Padaria do Balcão, na Rua Augusta',
    })
    expect((await search('abre em feriados?')).passages[0]).toMatchObject({ heading: 'Horários › Feriados' })
    const missing = await add({ url: `${simulators.url}/simulated/pages/nada`, name: 'Nada' })
    expect(await rowOf(missing.body.id)).toMatchObject({
      status: 'failed',
      error: 'ERR_PAGE_UNREACHABLE',
      name: 'Nada',
    })
    const scanned = [{ fileName: 'a.pdf', mimetype: 'application/pdf', bytes: pdfOf([[]]) }]
    const empty = await call(knowledge.create, { as: company.admin, body: {}, files: scanned })
    await drain()
    expect(await rowOf(empty.body.id)).toMatchObject({ status: 'failed', error: 'ERR_DOCUMENT_EMPTY', passages: 0 })
    expect(await listObjects(`${company.id}/media/knowledge/${empty.body.id}/`)).toEqual([])
  })

  it('is deleted with all that is stored of it, and is not found any more', async () => {
    await addKey()
    const { body } = await add({ name: 'Trocas', text: EXCHANGES })
    expect(await listObjects(`${company.id}/media/knowledge/${body.id}/`)).not.toEqual([])
    expect((await search('trocas com nota')).passages).toHaveLength(1)
    expect((await call(knowledge.remove, { as: company.admin, params: { id: body.id } })).status).toBe(204)
    expect((await search('trocas com nota')).passages).toEqual([])
    expect(await listObjects(`${company.id}/media/knowledge/`)).toEqual([])
    const again = await call(knowledge.create, { as: company.admin, body: { name: 'Vai', text: EXCHANGES } })
    await call(knowledge.remove, { as: company.admin, params: { id: again.body.id } })
    await drain()
    expect(await listObjects(`${company.id}/`)).toEqual([])
  })

  it('never answers from the knowledge of a neighbour', async () => {
    const neighbour = await makeCompany()
    await addKey()
    await addKey(neighbour)
    const { body } = await add({ name: 'Segredo', text: 'O cofre abre com 4321.' }, neighbour.admin)
    expect(names((await search('cofre abre', neighbour.admin)).passages)).toEqual(['Segredo'])
    expect((await search('cofre abre')).passages).toEqual([])
    expect((await call(knowledge.list, { as: company.admin })).body.knowledge).toEqual([])
    expect((await call(knowledge.get, { as: company.admin, params: { id: body.id } })).error).toBe(
      'ERR_NO_KNOWLEDGE_FOUND',
    )
    await call(knowledge.remove, { as: company.admin, params: { id: body.id } })
    expect(names((await search('cofre abre', neighbour.admin)).passages)).toEqual(['Segredo'])
  })

  it('is refused where the document is not one, and nothing is kept', async () => {
    const refused: [object, number, string][] = [
      [{}, 400, 'ERR_KNOWLEDGE_SOURCE'],
      [{ name: 'x', text: 'a', url: 'https://loja.example/' }, 400, 'ERR_KNOWLEDGE_SOURCE'],
      [{ text: 'sem nome' }, 400, 'ERR_VALIDATION'],
      [{ url: 'https://10.0.0.1/' }, 422, 'ERR_OUTGOING_URL'],
      [{ url: 'ftp://loja.example/' }, 400, 'ERR_VALIDATION'],
      [{ key: 'uploads/x', fileName: 'a.pdf' }, 422, 'ERR_UPLOAD_MISSING'],
      [{ key: `uploads/${company.id}/media/outro/x`, fileName: 'a.pdf' }, 422, 'ERR_UPLOAD_MISSING'],
    ]
    for (const [body, status, code] of refused) {
      const answer = await add(body)
      expect([body, answer.status, answer.error]).toEqual([body, status, code])
    }
    const user = await makeUser(company.id)
    expect((await add({ name: 'x', text: 'y' }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await call(knowledge.list, { as: company.admin })).body.knowledge).toEqual([])
    expect((await call(knowledge.list, { as: (await makeCompany({ plan: { useOpenAi: false } })).admin })).error).toBe(
      'ERR_PLAN_FEATURE',
    )
  })

  it('keeps what was asked and what was found, and groups what was never found', async () => {
    const user = await makeUser(company.id)
    await add({ name: 'Trocas', text: EXCHANGES })
    await search('Aceitam trocas?', user)
    await search('Vocês têm estacionamento?', user)
    await search('vocês TÊM estacionamento', user)
    await search('E manobrista?', user)
    await search('isto não fica', user, true)
    const { questions } = (await call(knowledge.questions, { as: company.admin })).body
    expect(questions.map(({ question, found }) => [question, found.map(({ name }) => name)])).toEqual([
      ['E manobrista?', []],
      ['vocês TÊM estacionamento', []],
      ['Vocês têm estacionamento?', []],
      ['Aceitam trocas?', ['Trocas']],
    ])
    expect(questions[0]!.askedBy).toEqual({ kind: 'user', id: user.user.id, name: user.user.name })
    const gaps = async () => (await call(knowledge.gaps, { as: company.admin })).body.gaps
    const [first, second] = await gaps()
    expect([first, second]).toMatchObject([
      { question: 'vocês TÊM estacionamento', times: 2 },
      { question: 'E manobrista?', times: 1 },
    ])
    await add({ name: 'Estacionamento', text: 'Há estacionamento na rua de trás.' })
    await search('Vocês têm estacionamento?', user)
    await call(knowledge.removeGap, { as: company.admin, params: { id: second!.id } })
    expect(await gaps()).toEqual([])
    expect((await call(knowledge.questions, { as: user })).error).toBe('ERR_NO_PERMISSION')
  })
})
