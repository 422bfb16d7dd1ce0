import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noMediaFolder } from '@balcao/functions/imports/media-folder.ts'
import { openImport } from '@balcao/functions/imports/open-import.ts'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPostgres } from '../../local/test/new-postgres.ts'
import { readPostgres } from './read-postgres.ts'

// PostgreSQL itself, as WebAssembly; it takes the protocol's messages one by one.
let database: PGlite
let server: Server
let url: string

beforeAll(async () => {
  database = await newPostgres()
  await database.exec(`
    CREATE TABLE "Companies" (id serial, name text, "createdAt" timestamptz DEFAULT '2026-01-01 00:00+00');
    CREATE TABLE "Contacts" (id serial, name text, number text, "isGroup" boolean, "companyId" int, "createdAt" timestamptz);
    CREATE TABLE "Tickets" (id serial, status text, "contactId" int, "whatsappId" int, "companyId" int, "updatedAt" timestamptz, "createdAt" timestamptz);
    CREATE TABLE "Messages" (id text, body text, "fromMe" boolean, "ticketId" int, "companyId" int, "createdAt" timestamptz);
    CREATE TABLE "Counters" (serie text);
    CREATE VIEW seen AS SELECT 1 AS one;
    INSERT INTO "Companies" (name) VALUES ('Loja');
    INSERT INTO "Contacts" (name, number, "isGroup", "companyId", "createdAt")
      SELECT 'Pessoa ' || i, 5511900000000 + i, false, 1, '2026-01-01 09:00-03' FROM generate_series(1, 30) i;
    INSERT INTO "Tickets" (status, "contactId", "companyId", "updatedAt", "createdAt")
      SELECT 'closed', i, 1, '2026-01-02 09:00-03', '2026-01-01 09:00-03' FROM generate_series(1, 30) i;
    INSERT INTO "Messages" SELECT 'M' || i, E'linha 1\\nlinha ' || i, i % 2 = 0, 1 + i % 30, 1, '2026-01-01 09:00-03'::timestamptz + i * interval '1 second'
      FROM generate_series(1, 2500) i;`)
  server = createServer(socket => {
    let rest = Buffer.alloc(0)
    let turn = Promise.resolve()
    let isBegun = false
    socket.on('error', () => undefined)
    socket.on('data', data => {
      rest = Buffer.concat([rest, data])
      for (;;) {
        const head = isBegun ? 1 : 0
        const length = rest.length < head + 4 ? Number.POSITIVE_INFINITY : rest.readInt32BE(head) + head
        if (rest.length < length) return
        const message = new Uint8Array(rest.subarray(0, length))
        rest = rest.subarray(length)
        isBegun = true
        turn = turn.then(async () => void socket.write(await database.execProtocolRaw(message)))
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`
})
afterAll(async () => {
  server.close()
  await database.close()
})

it('reads a live database by cursors, as a dump of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-live-'))
  const opened = await openImport({
    read: sink => readPostgres(url, sink),
    findFile: noMediaFolder,
    scratch: join(folder, 'rows'),
    now: 0,
  })
  const messages = [...opened.stream()].flatMap(one =>
    'record' in one && one.record.kind === 'message' ? [one.record] : [],
  )
  opened.close()
  rmSync(folder, { recursive: true })
  expect(opened.recognised.name).toBe('Ticketz')
  expect([...opened.read].filter(([, rows]) => rows > 0)).toEqual([
    ['contact', 30],
    ['ticket', 30],
    ['message', 2500],
  ])
  expect(messages).toHaveLength(2500)
  expect(messages.find(({ source }) => source.id === 'M2')).toMatchObject({
    body: 'linha 1\nlinha 2',
    fromMe: true,
    createdAt: Date.parse('2026-01-01T12:00:02Z'),
  })
})

it('says that a server is not there', async () =>
  expect(readPostgres('postgres://nobody@127.0.0.1:1/none', { open: () => undefined })).rejects.toThrow(
    /^the database cannot be read: .*ECONNREFUSED/,
  ))

it('passes over a table that it may not read, unless somebody wants it', async () => {
  await database.exec('CREATE ROLE reader; GRANT SELECT ON "Counters" TO reader; SET ROLE reader')
  const rows = { row: () => undefined, broken: () => undefined }
  const only = (name: string) => readPostgres(url, { open: table => (table === name ? rows : undefined) })
  expect([...(await only('Counters')).keys()]).toEqual(['Counters'])
  await expect(only('Contacts')).rejects.toThrow('the database cannot be read: permission denied for table Contacts')
  await database.exec('RESET ROLE')
})
