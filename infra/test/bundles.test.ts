import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { docxParagraph, docxParts, pdfOf, pdfPage, zipOf } from '@balcao/functions/test/document-files.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { SERVED_AREAS } from '@balcao/shared/api/v1.ts'
import type { Area, Route } from '@balcao/shared/api-contract/route.ts'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUNDLING, type Bundles, bundleFunctions, functionNames } from '../constructs/function-bundles.ts'
import { servedAreas } from '../constructs/gateway-routes.ts'
import { NEEDS } from '../constructs/needs.ts'
import { REPOSITORY } from '../constructs/repository.ts'

const names = functionNames(servedAreas(SERVED_AREAS))
const scratch = mkdtempSync(join(tmpdir(), 'balcao-bundles-'))
let bundles: Bundles
beforeAll(async () => {
  bundles = await bundleFunctions(servedAreas(SERVED_AREAS), scratch)
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const codeOf = (name: (typeof names)[number]): string => readFileSync(join(bundles(name), 'index.mjs'), 'utf8')

/** Jobs read and write spreadsheets and archives, and read the dumps of other systems. */
const mostMiB = (name: string): number => (name === 'jobs' ? 1.75 : 1.5)

describe.each(names)('the bundle of %s', name => {
  it('is not larger than it should be', () => {
    expect(statSync(join(bundles(name), 'index.mjs')).size).toBeLessThanOrEqual(mostMiB(name) * 1024 * 1024)
  })

  it('stands alone, exports a handler, and loads no fetch at start', () => {
    const url = JSON.stringify(pathToFileURL(join(bundles(name), 'index.mjs')).href)
    const script = `import(${url}).then(({ handler }) => console.log(typeof handler, process.moduleLoadList.filter(one => /undici/.test(one)).length))`
    expect(execFileSync(process.execPath, ['-e', script], { cwd: tmpdir(), encoding: 'utf8' }).trim()).toBe(
      'function 0',
    )
  })

  it('does not carry what it never uses', () => {
    // Texts of the JSON schema validator, of the SDK's search for credentials, and of zod's
    // languages and reader of JSON schemas, which a single import of zod in another form than
    // `import { z } from 'zod'` would bundle whole.
    expect(codeOf(name)).not.toMatch(
      /is not of a type\(s\)|EC2 Metadata|Input non valido|unevaluatedItems is not supported/,
    )
  })

  it('carries the client of mail servers in the worker that sends e-mail alone', () => {
    expect(codeOf(name).includes('STARTTLS')).toBe(name === 'mail')
  })

  it('has one byte a character in memory', () => {
    expect(codeOf(name)).not.toMatch(/[^\0-\xff]/)
  })

  it('uses what the function is granted, and nothing else', () => {
    // esbuild drops unused code and keeps property names, so a setting is used if and only if its
    // name is there.
    const code = codeOf(name)
    const reads = (variable: string) => code.includes(`.${variable}`)
    // The schemas name every operation of S3 once; a command in use names its own once more.
    const named = (operation: string) => code.match(new RegExp(`["'\`]${operation}["'\`]`, 'g'))?.length ?? 0
    const calls = (operation: string) => named(operation) > named('HeadBucket')
    const { send = [], media = [], show = false, publish = false } = NEEDS[name]
    expect({
      inbound: reads('INBOUND_QUEUE_URL'),
      outbound: reads('OUTBOUND_QUEUE_URLS'),
      jobs: reads('JOBS_QUEUE_URL'),
      timers: reads('TIMERS_QUEUE_URL'),
      mail: reads('MAIL_QUEUE_URL'),
      ticks: reads('TICKS_QUEUE_URL'),
      machines: reads('MACHINES_QUEUE_URL'),
      deliveries: reads('DELIVERIES_QUEUE_URL'),
      pages: reads('PAGES_QUEUE_URL'),
      pushes: reads('PUSHES_QUEUE_URL'),
      publish: reads('REALTIME_ENDPOINT'),
      get: calls('GetObject'),
      put: calls('PutObject'),
      // Browsers cache public files for good.
      show: code.includes('immutable'),
      // An object that is read (`readObjectHead`, by a range) may be missing; a removed company's
      // objects are listed.
      find: code.includes('bytes=0-') || calls('ListObjectsV2'),
      delete: calls('DeleteObjects'),
    }).toEqual({
      inbound: send.includes('inbound'),
      outbound: send.includes('outbound'),
      jobs: send.includes('jobs'),
      timers: send.includes('timers'),
      mail: send.includes('mail'),
      ticks: send.includes('ticks'),
      machines: send.includes('machines'),
      deliveries: send.includes('deliveries'),
      pages: send.includes('pages'),
      pushes: send.includes('pushes'),
      publish,
      get: media.includes('get'),
      put: show || media.includes('put'),
      show,
      find: media.includes('find'),
      delete: media.includes('delete'),
    })
  })
})

// The account's function describes the whole API.
describe.each(AREAS.filter(({ name }) => name !== 'account'))('the bundle of the area $name', area => {
  it('carries no routes of another area, except those whose schemas it takes', () => {
    const summaries = (areas: readonly Area[]) =>
      areas
        .flatMap(({ resources }) => Object.values(resources).flatMap(Object.values<Route>))
        .map(route => route.summary)
    const code = codeOf(area.name)
    const carried = (areas: readonly Area[]) => summaries(areas).filter(summary => code.includes(summary)).length
    expect(carried([area])).toBeGreaterThan(0)
    const others = AREAS.filter(other => other !== area)
    expect(carried(others)).toBeLessThan(summaries(others).length / 4)
  })
})

describe('the thread that reads documents', () => {
  const thread = () => join(bundles('jobs'), 'read-thread.mjs')
  const read = (kind: string, bytes: Uint8Array) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(thread(), { workerData: { kind, bytes, charset: '', most: 10 }, env: {} })
      worker.on('message', resolve)
      worker.on('error', reject)
    })

  it('lies beside the function that starts it, and is as large as its readers', () => {
    expect(codeOf('jobs').includes('./read-thread.mjs')).toBe(true)
    expect(statSync(thread()).size).toBeLessThanOrEqual(0.75 * 1024 * 1024)
    expect(names.filter(name => name !== 'jobs' && codeOf(name).includes('read-thread'))).toEqual([])
  })

  it('has the reader of PDFs beside it, as its package has it', () => {
    const [copy] = globSync('pdfjs*.mjs', { cwd: bundles('jobs') })
    const original = readFileSync(join(REPOSITORY, 'node_modules/unpdf/dist/pdfjs.mjs'))
    expect(readFileSync(join(bundles('jobs'), copy!)).equals(original)).toBe(true)
    expect(readFileSync(thread(), 'utf8')).toContain(`import("./${copy}")`)
  })

  it('reads a PDF, a Word document, a sheet and a page', async () => {
    const heading = { heading: 'Frete', text: 'Grátis no centro.' }
    const docx = zipOf(docxParts(['# Frete', 'Grátis no centro.'].map(docxParagraph).join('')))
    expect(await read('pdf', pdfOf([pdfPage(['# Frete', 'Grátis no centro.'])]))).toMatchObject({ passages: [heading] })
    expect(await read('docx', docx)).toMatchObject({ passages: [heading] })
    expect(await read('sheet', Buffer.from('Frete;Valor\nCentro;0'))).toMatchObject({ passages: [{ heading: '' }] })
    expect(await read('page', Buffer.from('<h1>Frete</h1>Grátis no centro.'))).toMatchObject({ passages: [heading] })
  })
})

it('a bundle calls the table, in queries and in transactions', () => {
  const url = JSON.stringify(pathToFileURL(join(bundles('company'), 'index.mjs')).href)
  const company = {
    name: `Loja ${randomUUID()}`,
    email: `${randomUUID()}@example.com`,
    phone: '11999990000',
    password: 'secret-1',
  }
  const script = `
    const { handler } = await import(${url})
    const call = async (httpMethod, path, body) => {
      const requestContext = { requestId: 'r', identity: { sourceIp: '203.0.113.7' } }
      const headers = { 'content-type': 'application/json' }
      const event = { httpMethod, path, resource: path, headers, requestContext, isBase64Encoded: false }
      const answer = await handler({ ...event, body: body && JSON.stringify(body) })
      return { status: answer.statusCode, body: JSON.parse(answer.body) }
    }
    const { body: [{ id: planId }] } = await call('GET', '/plans/list')
    const company = { ...${JSON.stringify(company)}, planId }
    const made = await call('POST', '/companies/cadastro', company)
    const again = await call('POST', '/companies/cadastro', company)
    const wrong = await call('POST', '/companies/cadastro', { ...company, email: 'x', planId: 1 })
    console.log(JSON.stringify([made.status, made.body.name, again.body.error, wrong.body.details.map(({ message }) => message)]))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const [status, name, error, messages] = JSON.parse(output.trim().split('\n').at(-1)!)
  expect({ status, name, error }).toEqual({ status: 201, name: company.name, error: 'ERR_COMPANY_ALREADY_EXISTS' })
  // In Portuguese, not zod's own "Invalid input".
  expect(messages).toEqual(['E-mail inválido', 'Valor inválido: informe string'])
})

it('sheets are written and read by the code as it is bundled', async () => {
  const contents = `
    import { utils, write } from '@e965/xlsx'
    import { readSheet } from './sheets/read-sheet.ts'
    import { spreadsheet } from './workers/jobs/kinds/spreadsheet.ts'
    const rows = [['Ana', '5511988887777'], ['José', '5511977776666']]
    const columns = [{ header: 'nome', width: 20 }, { header: 'numero', width: 20 }]
    const read = async bytes => (await Array.fromAsync(readSheet(bytes))).map(({ cells }) => cells)
    const written = await Array.fromAsync(spreadsheet('Contatos', columns, (async function* () { yield* rows })()))
    const old = { SheetNames: ['Contatos'], Sheets: { Contatos: utils.aoa_to_sheet(rows) } }
    const xls = Buffer.from(write(old, { type: 'buffer', bookType: 'biff8' }))
    console.log(JSON.stringify([await read(Buffer.concat(written)), await read(xls)]))`
  const outfile = join(scratch, 'sheets.mjs')
  const { outExtension: _, ...bundling } = BUNDLING
  await build({
    ...bundling,
    stdin: { contents, resolveDir: join(REPOSITORY, 'functions/src'), loader: 'js' },
    outfile,
  })
  const [xlsx, xls] = JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }))
  const rows = [
    ['Ana', '5511988887777'],
    ['José', '5511977776666'],
  ]
  expect(xlsx).toEqual([['nome', 'numero'], ...rows])
  expect(xls).toEqual(rows)
})
