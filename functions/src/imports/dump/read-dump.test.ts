import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FixtureTables, type FixtureValue, writeMysqlDump, writePgDump } from '../../../test/imports/write-dump.ts'
import { type ReadPoint, readDump, readDumpPart } from './read-dump.ts'
import type { RowSink } from './row-sink.ts'

type Read = { table: string; line: number; row: Record<string, string | null> }

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(dump: string | Uint8Array, size = 1000) {
  const rows: Read[] = []
  const broken: number[] = []
  const tables = await readDump(inChunks(Buffer.from(dump), size), {
    open: (table, columns) => ({
      row: (values, line) =>
        rows.push({ table, line, row: Object.fromEntries(columns.map((column, i) => [column, values[i]!])) }),
      broken: line => broken.push(line),
    }),
  })
  return { rows, broken, tables }
}

const NASTY = `Zé & Filhos "Ltda"; 100% — ção\n'); DROP TABLE "Contacts"; --\t\\N \\. \\n ''x`
const TABLES: FixtureTables = {
  Messages: {
    columns: ['id', 'body', 'fromMe', 'quotedMsgId'],
    rows: [
      ['A1', NASTY, true, null],
      ['A2', '', false, 'A1'],
    ],
  },
  Tags: { columns: ['id', 'name'], rows: [] },
  Contacts: { columns: ['name', 'id'], rows: [['Ana', 7]] },
}
const asText = (value: FixtureValue): string | null =>
  value === null ? null : typeof value === 'boolean' ? (value ? 't' : 'f') : String(value)
const expected = Object.entries(TABLES).flatMap(([table, { columns, rows }]) =>
  rows.map(row => ({ table, row: Object.fromEntries(columns.map((column, i) => [column, asText(row[i]!)])) })),
)
const withoutLines = (rows: Read[]) => rows.map(({ table, row }) => ({ table, row }))

describe('a plain dump of PostgreSQL', () => {
  it.each([
    ['copy', false],
    ['copy', true],
    ['column-inserts', false],
    ['many-rows', true],
    ['inserts', true],
  ] as const)('by %s (whole: %s) gives every row, however it is cut into chunks', async (style, isFull) => {
    const dump = writePgDump(TABLES, { style, isFull })
    for (const size of [1, 7, 100_000]) expect(withoutLines((await read(dump, size)).rows)).toEqual(expected)
  })

  it('is read when it is compressed', async () =>
    expect(withoutLines((await read(gzipSync(writePgDump(TABLES)))).rows)).toEqual(expected))

  it('is read with line ends of Windows', async () =>
    expect(withoutLines((await read(writePgDump(TABLES).replaceAll('\n', '\r\n'))).rows)).toEqual(expected))

  it('says at which line each row begins', async () => {
    const dump = writePgDump(TABLES, { style: 'many-rows', isFull: true })
    const { rows } = await read(dump, 13)
    const lines = dump.split('\n')
    for (const { line, row } of rows) expect(lines[line - 1]).toContain(row.id)
  })

  it('takes columns for such whose names begin a constraint elsewhere', async () => {
    const pg = `CREATE TABLE public.blobs (
      id bigint NOT NULL,
      key character varying(28) NOT NULL,
      index numeric(10,2) DEFAULT 0.0,
      exclude boolean,
      CONSTRAINT one CHECK ((id > 0)),
      EXCLUDE USING gist (id WITH =));
      INSERT INTO public.blobs VALUES (1, 'abcd', 2, true);`
    expect((await read(pg)).rows.map(({ row }) => row)).toEqual([{ id: '1', key: 'abcd', index: '2', exclude: 't' }])
    const mysql =
      'CREATE TABLE `t` (`id` int, `key` varchar(9), PRIMARY KEY (`id`), UNIQUE KEY `a` (`id`), KEY `b` (`id`),\n' +
      ' KEY(id), INDEX c (id), FULLTEXT KEY `d` (`key`), SPATIAL INDEX `e` (`id`), KEY `f` USING BTREE (`id`));\n' +
      "INSERT INTO `t` VALUES (1, 'x');"
    expect((await read(mysql)).rows.map(({ row }) => row)).toEqual([{ id: '1', key: 'x' }])
  })

  it('counts the rows of tables that nobody wants', async () => {
    const tables = await readDump(inChunks(Buffer.from(writePgDump(TABLES)), 50), { open: () => undefined })
    expect([...tables].map(([table, { rows }]) => [table, rows])).toEqual([
      ['Messages', 2],
      ['Tags', 0],
      ['Contacts', 1],
    ])
  })

  it('gives back any text', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', '').toWellFormed()),
      fc.constant(null),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 7, max: 64 }),
        async (given, size) => {
          const tables = { T: { columns: ['a', 'b'], rows: given } }
          for (const style of ['copy', 'many-rows'] as const)
            expect((await read(writePgDump(tables, { style }), size)).rows.map(({ row }) => [row.a, row.b])).toEqual(
              given,
            )
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('a dump that is read in parts', () => {
  /**
   * Reads a dump in parts, each of one chunk or a little more, the place between two as plain data.
   */
  async function inParts(dump: Buffer, size: number) {
    const rows: Read[] = []
    const sink: RowSink = {
      open: (table, columns) =>
        table === 'Tags'
          ? undefined
          : {
              row: (values, line) =>
                rows.push({ table, line, row: Object.fromEntries(columns.map((column, i) => [column, values[i]!])) }),
              broken: () => undefined,
            },
    }
    let from: ReadPoint | undefined
    for (let parts = 1; ; parts++) {
      const given = from && !from.text.isPacked ? dump.subarray(from.text.bytes) : dump
      const { tables, point } = await readDumpPart(inChunks(given, size), sink, { from, isOver: () => true })
      if (!point) return { rows, tables, parts }
      from = JSON.parse(JSON.stringify(point)) as ReadPoint
    }
  }
  const many: FixtureTables = {
    ...TABLES,
    Big: {
      columns: ['id', 'text'],
      rows: Array.from({ length: 3000 }, (_, n) => [n, `${'çãé😀'.repeat(60)}${n}`]),
    },
    Tags: { columns: ['id', 'name'], rows: Array.from({ length: 3000 }, (_, n) => [n, '😀'.repeat(80)]) },
  }

  it.each([
    ['copy', writePgDump(many, { isFull: true })],
    ['many rows an INSERT', writePgDump(many, { style: 'many-rows', isFull: true })],
    ['column inserts', writePgDump(many, { style: 'column-inserts' })],
    ['MySQL', writeMysqlDump(many)],
  ])('gives every row once, with its line, by %s, plain and compressed', async (_, dump) => {
    const whole = await read(dump, 100_000)
    for (const bytes of [Buffer.from(dump), gzipSync(dump)]) {
      // A chunk ends within characters and rows alike.
      const { rows, tables, parts } = await inParts(bytes, bytes.length < 1_000_000 ? 997 : 300_001)
      expect(parts).toBeGreaterThan(3)
      expect(rows).toEqual(whole.rows.filter(({ table }) => table !== 'Tags'))
      expect([...tables].sort()).toEqual([...whole.tables].sort())
    }
  })

  it('reads another encoding as the first part declares it', async () => {
    const line = Buffer.from(`${'Jos\xe9'.repeat(50_000)}\n`, 'latin1')
    const head = Buffer.from("SET client_encoding = 'LATIN1';\nCOPY t (a) FROM stdin;\n")
    const { rows, parts } = await inParts(Buffer.concat([head, ...Array(8).fill(line), Buffer.from('\\.\n')]), 70_000)
    expect(parts).toBeGreaterThan(3)
    expect(rows.map(({ row }) => row.a)).toEqual(Array(8).fill('José'.repeat(50_000)))
  })

  it('refuses it when it is cut in a later part', async () => {
    const dump = Buffer.from(writePgDump(many))
    await expect(inParts(dump.subarray(0, dump.length - 100), 300_001)).rejects.toMatchObject({ problem: 'cut' })
  })
})

describe('a dump of MySQL', () => {
  it('gives every row, with its escapes', async () => {
    for (const size of [1, 9, 100_000]) {
      const { rows } = await read(writeMysqlDump(TABLES), size)
      expect(rows.map(({ row }) => row)).toEqual([
        { id: 'A1', body: NASTY, fromMe: '1', quotedMsgId: null },
        { id: 'A2', body: '', fromMe: '0', quotedMsgId: 'A1' },
        { name: 'Ana', id: '7' },
      ])
    }
  })
  it('reads binary and hexadecimal values', async () => {
    const dump =
      "-- MySQL dump\nINSERT INTO `T` (`a`,`b`,`c`,`d`) VALUES (_binary 'x',0x416E61,X'42',1.5e3);\n-- Dump completed\n"
    expect((await read(dump)).rows[0]?.row).toEqual({ a: 'x', b: 'Ana', c: 'B', d: '1.5e3' })
  })
})

describe('bad input', () => {
  const whole = writePgDump(TABLES)
  const zeros = () => gzipSync(Buffer.alloc(40_000_000))

  it.each([
    ['in the middle of a row', whole.slice(0, whole.indexOf('A2') + 3), 'cut', /table Messages/],
    ['between two tables', whole.slice(0, whole.indexOf('COPY public."Contacts"')), 'cut', /before its last line/],
    ['in an INSERT', writePgDump(TABLES, { style: 'many-rows' }).slice(0, 260), 'cut', /INSERT|table Messages/],
  ])('a dump that is cut %s is refused with its line', async (_, dump, problem, message) => {
    await expect(read(dump)).rejects.toMatchObject({
      problem,
      line: dump.split('\n').length,
      message: expect.stringMatching(message),
    })
  })

  it('refuses a compressed dump that is cut or damaged', async () => {
    const packed = gzipSync(whole)
    await expect(read(packed.subarray(0, packed.length - 20))).rejects.toMatchObject({ problem: 'cut' })
    packed.fill(7, 30, 60)
    await expect(read(packed)).rejects.toMatchObject({ problem: 'damaged' })
  })

  it.each([
    ['an archive of pg_dump', Buffer.from('PGDMP\x01\x0e'), 'notSql'],
    ['a zip', Buffer.from('PK\x03\x04rest'), 'notSql'],
    ['a page', Buffer.from('<!doctype html><p>not found'), 'notSql'],
    ['a sheet', Buffer.from('name;number\nAna;551199\n'), 'notSql'],
    ['nothing', Buffer.alloc(0), 'cut'],
    ['a bomb of zeros', zeros(), 'notSql'],
    ['a packed archive', gzipSync(Buffer.from('PGDMP\x01\x0e')), 'notSql'],
  ])('refuses %s', async (_, dump, problem) => expect(read(dump)).rejects.toMatchObject({ problem }))

  it('stops at a bomb that looks like rows', async () => {
    const line = Buffer.from(`${'1'.repeat(999)}\n`)
    const bomb = gzipSync(
      Buffer.concat([Buffer.from('COPY t (a) FROM stdin;\n'), Buffer.concat(Array(36_000).fill(line))]),
    )
    await expect(readDump(inChunks(bomb, 65_536), { open: () => undefined })).rejects.toMatchObject({ problem: 'bomb' })
  })

  it('takes a row of 1 MB, and lists one of another width', async () => {
    const long = 'x'.repeat(1_000_000)
    const dump = `COPY t (a, b) FROM stdin;\n1\t${long}\n2\n3\tb\tc\n4\td\n\\.\n`
    const { rows, broken } = await read(dump, 65_536)
    expect(rows.map(({ row, line }) => [line, row.a, row.b!.length])).toEqual([
      [2, '1', 1_000_000],
      [5, '4', 1],
    ])
    expect(broken).toEqual([3, 4])
  })

  it('reads what is no UTF-8 with its mark, and another encoding as it is declared', async () => {
    const bytes = Buffer.from('COPY t (a) FROM stdin;\nJos\xe9\n\\.\n', 'latin1')
    expect((await read(bytes)).rows[0]?.row.a).toBe('Jos\ufffd')
    const declared = Buffer.concat([Buffer.from("SET client_encoding = 'LATIN1';\n"), bytes])
    expect((await read(declared, 32)).rows[0]?.row.a).toBe('José')
  })

  it('knows that backslashes escape where the dump says so', async () => {
    const text = "INSERT INTO t (a, b) VALUES ('C:\\\\dir\\'s', 1), ('x', 2);\n"
    expect((await read(`SET standard_conforming_strings = off;\n${text}`)).rows.map(({ row }) => row.a)).toEqual([
      "C:\\dir's",
      'x',
    ])
    const standard = "SET standard_conforming_strings = on;\nINSERT INTO t (a, b) VALUES ('C:\\', 1), (E'it\\'s', 2);\n"
    expect((await read(standard)).rows.map(({ row }) => row.a)).toEqual(['C:\\', "it's"])
  })

  it('takes a dump of PostgreSQL for none of MySQL, whatever its names and defaults say', async () => {
    const dump = `-- PostgreSQL database dump
-- Name: MySQL imports; Type: COMMENT
CREATE TABLE public.t (a text DEFAULT 'use \`x\`', b text CHECK (b ~ E'it\\'s;'), c int);
COMMENT ON TABLE public.t IS E'a \\' ; quote';
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $_1$ SELECT ';' || ''''; $_1$;
INSERT INTO public.t VALUES ('ends with \\', 'b', 1);
-- PostgreSQL database dump complete
`
    expect((await read(dump)).rows.map(({ row }) => row)).toEqual([{ a: 'ends with \\', b: 'b', c: '1' }])
  })

  it('does not take rows of one table for those of another', async () => {
    const dump = `CREATE TABLE a (x int);\nINSERT INTO a SELECT 1;\nINSERT INTO b (y) VALUES (2) ON CONFLICT (y) DO NOTHING;\n`
    expect(withoutLines((await read(dump)).rows)).toEqual([{ table: 'b', row: { y: '2' } }])
  })

  it.each([
    ["INSERT DELAYED IGNORE INTO `t` (`a`) VALUES ('x');", { a: 'x' }],
    ["INSERT t (a) VALUES ('x')\n;", { a: 'x' }],
    ['INSERT INTO "t" ("a;b", "values") OVERRIDING SYSTEM VALUE VALUES (1, 2);', { 'a;b': '1', values: '2' }],
    ["INSERT INTO t (a, b) VALUES (ARRAY['x, y', 'z'], '{1,2}'::int[]);", { a: "ARRAY['x, y', 'z']", b: '{1,2}' }],
    ["INSERT INTO `t` (`a`,`b`) VALUES (b'1',b'0');", { a: '1', b: '0' }],
    ["REPLACE INTO `t` (`a`) VALUES ('x') ON DUPLICATE KEY UPDATE a=VALUES(a);", { a: 'x' }],
  ])('reads %s', async (statement, row) => {
    for (const size of [1, 500])
      expect((await read(`${statement}\nSELECT 1;\n`, size)).rows).toEqual([{ table: 't', line: 1, row }])
  })

  it('reads the procedures of phpMyAdmin, and the encoding of mysqldump', async () => {
    const dump =
      "-- phpMyAdmin SQL Dump\n/*!40101 SET NAMES latin1 */;\nDELIMITER $$\nCREATE PROCEDURE p () BEGIN SELECT 1; END$$\nDELIMITER ;\nINSERT INTO `t` (`a`) VALUES ('Jos\xe9');\n"
    expect((await read(Buffer.from(dump, 'latin1'))).rows.map(({ row }) => row)).toEqual([{ a: 'José' }])
  })

  it.each([
    ['UTF-16', Buffer.from('\ufeffCOPY t (a) FROM stdin;', 'utf16le'), /UTF-16.*pg_dump -f/],
    ['an archive of tar', Buffer.concat([Buffer.alloc(257), Buffer.from('ustar')]), /tar/],
    ['a packed archive of tar', gzipSync(Buffer.concat([Buffer.alloc(257), Buffer.from('ustar')])), /tar/],
    ['an archive of pg_dump', Buffer.from('PGDMP\x01\x0e'), /pg_restore -f/],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), /zstd/],
  ])('says what to do with %s, however few bytes come at once', async (_, bytes, message) => {
    for (const size of [1, 500]) await expect(read(bytes, size)).rejects.toThrow(message)
  })

  it('refuses a table that two schemas have, and several databases of MySQL', async () => {
    const rows = (table: string) => `COPY ${table} (id) FROM stdin;\n1\n\\.\n`
    await expect(read(rows('auth.users') + rows('public.users'))).rejects.toMatchObject({
      problem: 'unsupported',
      message: expect.stringMatching(/two schemas, auth and public; dump one by -n/),
    })
    await expect(
      read('USE `a`;\nINSERT INTO `t` (`a`) VALUES (1);\nUSE `b`;\nINSERT INTO `t` (`a`) VALUES (1);\n'),
    ).rejects.toMatchObject({ problem: 'unsupported', line: 3 })
  })

  it('asks for columns that nothing names', async () =>
    expect(read(writePgDump(TABLES, { style: 'inserts' }))).rejects.toMatchObject({ problem: 'noColumns', line: 8 }))

  it('refuses a dump of several databases', async () =>
    expect(read(`\\connect a\n${whole}\\connect b\n${whole}`)).rejects.toMatchObject({ problem: 'unsupported' }))
})
