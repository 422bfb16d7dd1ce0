/// <reference path="../workers/jobs/kinds/exceljs.d.ts" />
import { crc32, deflateRawSync } from 'node:zlib'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { csvLine, harmlessCell } from '@balcao/shared/rules/csv.ts'
import { CFB, utils, write } from '@e965/xlsx'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'
import { type GivenRow, type ReadRow, readPeople } from './read-people.ts'
import { readSheet } from './read-sheet.ts'
import type { Cell } from './sheet.ts'

async function cellsOf(bytes: Buffer): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const { cells } of readSheet(bytes)) rows.push(cells)
  return rows
}

async function peopleOf(bytes: Buffer, fields: readonly CustomField[] = []): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  for await (const row of readPeople(bytes, fields)) rows.push(row)
  return rows
}

/** A row in short: somebody, or a problem. */
const short = (row: ReadRow): unknown[] =>
  'person' in row
    ? [row.person.row, row.person.name, row.person.number, row.person.email]
    : [row.problem.row, row.problem.code, row.problem.of]

const shortOf = async (text: string | Buffer) => (await peopleOf(Buffer.from(text as string))).map(short)
const refusal = (bytes: Buffer) =>
  peopleOf(bytes).then(
    () => 'read',
    error => error.code as string,
  )

async function xlsx(fill: (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  fill(book.addWorksheet('Plan1'), book)
  return Buffer.from((await book.xlsx.writeBuffer()) as ArrayBuffer)
}

type Part = { name: string; bytes: Buffer; size?: number; flags?: number; deflated?: Buffer }

/** An archive by hand, so that it can say what is not so. */
function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, size = bytes.length, flags = 0, deflated = deflateRawSync(bytes) } of parts) {
    const label = Buffer.from(name)
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(flags, 2)
    fixed.writeUInt16LE(8, 4)
    fixed.writeUInt32LE(crc32(bytes), 10)
    fixed.writeUInt32LE(deflated.length, 14)
    fixed.writeUInt32LE(size, 18)
    fixed.writeUInt16LE(label.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, label, deflated])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fixed, more, label]))
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listed, end])
}

const WORKBOOK = `<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`
const RELATIONS = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
const workbook = (sheet: Omit<Part, 'name'>, strings?: Omit<Part, 'name'>): Buffer =>
  zip([
    { name: 'xl/workbook.xml', bytes: Buffer.from(WORKBOOK) },
    { name: 'xl/_rels/workbook.xml.rels', bytes: Buffer.from(RELATIONS) },
    { name: 'xl/worksheets/sheet1.xml', ...sheet },
    ...(strings ? [{ name: 'xl/sharedStrings.xml', ...strings }] : []),
  ])
const sheetOf = (rows: string): Omit<Part, 'name'> => ({
  bytes: Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
})

describe('an .xlsx sheet', () => {
  it('has numbers with all their digits, values of formulas, texts of every kind', async () => {
    const bytes = await xlsx((sheet, book) => {
      sheet.addRow(['Nome completo', 'Celular (WhatsApp)', 'E-mail'])
      sheet.addRow(['Ana', 5511999998881, 'ANA@x.com'])
      sheet.getCell('B2').numFmt = '0.00E+00'
      sheet.addRow(['Bia', '(11) 99999-8882'])
      sheet.addRow([
        { formula: 'A1', result: 'Caio' },
        { formula: 'B2+2', result: 5511999998883 },
      ])
      sheet.addRow([{ richText: [{ text: 'Da' }, { text: 'vi', font: { bold: true } }] }, '+1 415 555 2671'])
      sheet.addRow([])
      sheet.addRow(['Eva & <Léa>', 11999998885, { text: 'eva@x.com', hyperlink: 'mailto:eva@x.com' }])
      book.addWorksheet('outra').addRow(['Nome', 'Número'])
    })
    expect((await peopleOf(bytes)).map(short)).toEqual([
      [2, 'Ana', '5511999998881', 'ana@x.com'],
      [3, 'Bia', '5511999998882', ''],
      [4, 'Caio', '5511999998883', ''],
      [5, 'Davi', '14155552671', ''],
      [7, 'Eva & <Léa>', '5511999998885', 'eva@x.com'],
    ])
  })

  it('has numbers and days of custom fields; one that is too large is told, as is a link', async () => {
    const field = (name: string, type: CustomField['type']): CustomField => ({
      ...{ id: name, name, on: 'contact', type, choices: [], createdAt: '', updatedAt: '' },
    })
    const fields = [field('Desde', 'date'), field('Valor', 'number'), field('Site', 'link')]
    const long = (length: number) => 'https://x.com/'.padEnd(length, 'a')
    const bytes = await xlsx(sheet =>
      sheet.addRows([
        ['numero', 'Desde', 'Valor', 'Site'],
        [11999998881, 46022, 1234.5, long(1000)],
        [11999998882, -700000, 1, ''],
        [11999998883, 2e6, 1, ''],
        [11999998884, 46022, 1e15, ''],
        [11999998885, 46022, 1, long(1001)],
      ]),
    )
    const told = (await peopleOf(bytes, fields)).map(row => ('person' in row ? row.person.fields : row.problem.field))
    expect(told).toEqual([
      { Desde: '2025-12-31', Valor: 1234.5, Site: long(1000) },
      ...['Desde', 'Desde', 'Valor', 'Site'],
    ])
  })

  it('never calculates: a formula without a value is empty, one that fails too', async () => {
    const cells = `<row r="1"><c r="A1" t="inlineStr"><is><t>nome</t></is></c><c r="B1" t="inlineStr"><is><t>numero</t></is></c></row>
      <row r="2"><c r="A2" t="str"><f>HYPERLINK("http://x")</f><v>Ana</v></c><c r="B2"><f>1+1</f></c></row>
      <row r="3"><c r="A3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B3"><v>5.511999998881E12</v></c></row>`
    expect((await peopleOf(workbook(sheetOf(cells)))).map(short)).toEqual([
      [2, 'missingNumber', null],
      [3, '', '5511999998881', ''],
    ])
  })

  it('has merged cells at their first place alone', async () => {
    const bytes = await xlsx(sheet => {
      sheet.addRows([
        ['nome', 'numero'],
        ['Ana', '11999998881'],
        ['Bia', ''],
      ])
      sheet.mergeCells('B2:B3')
    })
    expect((await peopleOf(bytes)).map(short)).toEqual([
      [2, 'Ana', '5511999998881', ''],
      [3, 'missingNumber', null],
    ])
  })

  it('is the first one that is not hidden', async () => {
    const bytes = await xlsx((sheet, book) => {
      sheet.addRow(['nome', 'numero'])
      sheet.state = 'hidden'
      book.addWorksheet('b').addRows([
        ['telefone', 'nome'],
        ['11999998881', 'Ana'],
      ])
    })
    expect((await peopleOf(bytes)).map(short)).toEqual([[2, 'Ana', '5511999998881', '']])
  })

  it('is refused where it unpacks to more than a sheet has, whatever it says of itself', async () => {
    const row = '<row><c t="inlineStr"><is><t>5511999998881</t></is></c></row>'
    const head = Buffer.from(`<worksheet><sheetData>${row}`)
    const deflated = deflateRawSync(Buffer.concat([head, Buffer.alloc(30_000_000, 0x20)]))
    expect(deflated.length).toBeLessThan(100_000)
    const bomb = (size: number) => ({ bytes: head, deflated, size })
    // It says how large it is; it says that it is small.
    expect(await refusal(workbook(bomb(4_000_000_000)))).toBe('ERR_SHEET_TOO_LARGE')
    expect(await refusal(workbook(bomb(1000)))).toBe('ERR_SHEET_UNREADABLE')
    expect(await refusal(workbook(sheetOf(row), bomb(100_000_000)))).toBe('ERR_SHEET_TOO_LARGE')
    // Blanks without end, within what it may have.
    expect(await refusal(workbook(bomb(head.length + 30_000_000)))).toBe('ERR_SHEET_UNREADABLE')
  })

  it('is refused where one text has no end, where it declares entities, and where it is no XML', async () => {
    const long = `<row><c t="inlineStr"><is><t>${'x'.repeat(4_000_000)}</t></is></c></row>`
    expect(await refusal(workbook(sheetOf(long)))).toBe('ERR_SHEET_UNREADABLE')
    const entities = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">]><worksheet>&a;</worksheet>`
    expect(await refusal(workbook({ bytes: Buffer.from(entities) }))).toBe('ERR_SHEET_UNREADABLE')
    expect(await refusal(workbook({ bytes: Buffer.from('<worksheet><row></worksheet>') }))).toBe('ERR_SHEET_UNREADABLE')
  })

  it('has 100,000 rows at most', async () => {
    const rows = (count: number) =>
      `<row><c t="inlineStr"><is><t>numero</t></is></c></row>${'<row><c><v>1</v></c></row>'.repeat(count)}`
    expect(await cellsOf(workbook(sheetOf(rows(100_000))))).toHaveLength(100_001)
    await expect(cellsOf(workbook(sheetOf(rows(100_001))))).rejects.toMatchObject({ code: 'ERR_SHEET_TOO_LARGE' })
  })
})

describe('a file that is no sheet', () => {
  it('is refused by what it is, whatever it is called', async () => {
    const html = '<html><table><tr><td>nome</td><td>numero</td></tr></table></html>'
    const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46])
    const others = [
      html,
      '%PDF-1.7\n',
      '{"nome":"Ana"}',
      jpg,
      zip([{ name: 'word/document.xml', bytes: Buffer.from('<a/>') }]),
    ]
    for (const other of others) expect(await refusal(Buffer.from(other as string))).toBe('ERR_SHEET_UNREADABLE')
    const whole = await xlsx(sheet => sheet.addRow(['nome', 'numero']))
    expect(await refusal(whole.subarray(0, whole.length >> 1))).toBe('ERR_SHEET_UNREADABLE')
    expect(await refusal(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))).toBe(
      'ERR_SHEET_UNREADABLE',
    )
  })

  it('is refused for its password', async () => {
    const encrypted = CFB.utils.cfb_new()
    CFB.utils.cfb_add(encrypted, '/EncryptionInfo', Buffer.alloc(100))
    CFB.utils.cfb_add(encrypted, '/EncryptedPackage', Buffer.alloc(5000))
    expect(await refusal(Buffer.from(CFB.write(encrypted, { type: 'buffer' }) as Uint8Array))).toBe(
      'ERR_SHEET_PASSWORD',
    )
    const bytes = Buffer.from('<worksheet/>')
    expect(await refusal(workbook({ bytes, flags: 1 }))).toBe('ERR_SHEET_PASSWORD')
  })

  it('is empty, or names no column of numbers', async () => {
    expect(await refusal(Buffer.from(''))).toBe('ERR_SHEET_NO_COLUMNS')
    expect(await refusal(Buffer.from('nome;idade\nAna;30\n'))).toBe('ERR_SHEET_NO_COLUMNS')
    expect(await shortOf('nome;número\n')).toEqual([])
  })
})

const xls = (rows: unknown[][]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Plan1')
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
}

/** Returns the compound file with other records in its workbook. */
function withRecords(bytes: Buffer, change: (stream: Buffer) => Buffer): Buffer {
  const container = CFB.read(bytes, { type: 'buffer' })
  const stream = Buffer.from(CFB.find(container, '/Workbook')!.content as Uint8Array)
  const fresh = CFB.utils.cfb_new()
  CFB.utils.cfb_add(fresh, '/Workbook', change(stream))
  return Buffer.from(CFB.write(fresh, { type: 'buffer' }) as Uint8Array)
}

const record = (kind: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(kind, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}

describe('an old .xls sheet', () => {
  it('is read like a new one', async () => {
    const bytes = xls([
      ['Nombre', 'Teléfono', 'Correo'],
      ['Ana', 5511999998881, 'ana@x.com'],
      ['João', '(11) 99999-8882'],
      ['Bia', '5.51199E+12'],
    ])
    expect(bytes.subarray(0, 4).toString('hex')).toBe('d0cf11e0')
    expect((await peopleOf(bytes)).map(short)).toEqual([
      [2, 'Ana', '5511999998881', 'ana@x.com'],
      [3, 'João', '5511999998882', ''],
      [4, 'scientific', null],
    ])
  })

  it('is read past formulas and names that are damaged, by the value a formula had last', async () => {
    const formula = Buffer.alloc(40, 0xff)
    for (const [at, value] of [1, 1, 0].entries()) formula.writeUInt16LE(value, 2 * at)
    formula.writeDoubleLE(5511999998889, 6)
    const broken = withRecords(xls([['nome', 'numero'], ['Ana']]), stream =>
      Buffer.concat([
        stream.subarray(0, -4),
        record(0x06, formula),
        record(0x06, formula.subarray(0, 21)),
        record(0x221, Buffer.alloc(2)),
        record(0x4bc, Buffer.alloc(9, 0xff)),
        record(0x18, Buffer.alloc(20, 0xff)),
        stream.subarray(-4),
      ]),
    )
    expect((await peopleOf(broken)).map(short)).toEqual([[2, 'Ana', '5511999998889', '']])
  })

  it('is refused when it is of a version that is not read', async () => {
    const old = withRecords(xls([['nome', 'numero']]), stream => {
      stream.writeUInt16LE(0x200, 4)
      return stream
    })
    expect(await refusal(old)).toBe('ERR_SHEET_UNREADABLE')
  })

  it('is refused for its password, and for more cells than it can have', async () => {
    const inserted = (...records: Buffer[]) =>
      withRecords(xls([['nome', 'numero']]), stream => {
        const first = 4 + stream.readUInt16LE(2)
        return Buffer.concat([stream.subarray(0, first), ...records, stream.subarray(first)])
      })
    expect(await refusal(inserted(record(0x2f, Buffer.alloc(54))))).toBe('ERR_SHEET_PASSWORD')
    const many = Array.from({ length: 1600 }, () => record(0xbd, Buffer.alloc(8000)))
    expect(await refusal(inserted(...many))).toBe('ERR_SHEET_TOO_LARGE')
  })
})

describe('a sheet with damage', () => {
  it('is read or refused with a code, and soon', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => [`Pessoa ${n}`, 5511900000000 + n])
    const heading = ['nome', 'numero']
    const whole = [
      xls([heading, ...rows]),
      await xlsx(sheet => sheet.addRows([heading, ...rows])),
      Buffer.from([heading, ...rows].map(row => row.join(';')).join('\n'), 'utf16le'),
    ]
    const damage = fc.tuple(
      fc.nat(whole.length - 1),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(damage, async ([which, bytes]) => {
        const broken = Buffer.from(whole[which]!)
        for (const [at, byte] of bytes) broken[8 + (at % (broken.length - 8))] = byte
        const began = performance.now()
        expect(await refusal(broken)).toMatch(/^(read|ERR_SHEET_\w+)$/)
        expect(performance.now() - began).toBeLessThan(60_000)
      }),
      { numRuns: 80 },
    )
  })
})

describe('a .csv sheet', () => {
  const ROWS = 'Número;Nome\n11999998881;João\n11999998882;Conceição\n'
  const READ = [
    [2, 'João', '5511999998881', ''],
    [3, 'Conceição', '5511999998882', ''],
  ]

  it('is in any encoding that spreadsheets save', async () => {
    const utf16 = Buffer.from(`\uFEFF${ROWS}`, 'utf16le')
    for (const bytes of [
      Buffer.from(ROWS),
      Buffer.from(`\uFEFF${ROWS}`),
      Buffer.from(ROWS, 'latin1'),
      utf16,
      Buffer.from(utf16).swap16(),
    ])
      expect(await shortOf(bytes)).toEqual(READ)
  })

  it('is between semicolons, commas or tabs, and may say which', async () => {
    for (const sign of [';', ',', '\t']) expect(await shortOf(ROWS.replaceAll(';', sign))).toEqual(READ)
    expect(await shortOf(`sep=;\r\n${ROWS}`)).toEqual(READ)
    expect(await shortOf('"nome; apelido",numero\n"Silva, João",11999998881\n')).toEqual([
      [2, 'Silva, João', '5511999998881', ''],
    ])
  })

  it('has line ends of three kinds, quotes, and cells of several lines', async () => {
    expect(await shortOf(ROWS.replaceAll('\n', '\r'))).toEqual(READ)
    expect(await shortOf('nome;numero\r\n"João ""Zé""\r\nSilva";11999998881\r\n\r\nAna "Bia";11999998882')).toEqual([
      [2, 'João "Zé" Silva', '5511999998881', ''],
      [4, 'Ana "Bia"', '5511999998882', ''],
    ])
    expect(await refusal(Buffer.from('nome;numero\n"Ana;11999998881\n'))).toBe('ERR_SHEET_UNREADABLE')
  })

  it('is what was written, whatever stands in it', () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map(text => text.toWellFormed().replaceAll('\uFEFF', ''))
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(table, rows => {
        const text = `${csvLine(['nome', 'numero', 'email'])}${rows.map(csvLine).join('')}`
        const read = [...readCsv(Buffer.from(`\uFEFF${text}`))].slice(1).map(({ cells }) => cells)
        // As the file has them: what would be a formula begins with an apostrophe.
        expect(read).toEqual(rows.map(row => row.map(harmlessCell)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the people of a sheet', () => {
  it('have columns by their names in three languages, in any order', async () => {
    for (const heading of [
      'NOME;TELEFONE;E-MAIL',
      'Name,Phone number,Email address',
      'Nombre\tMóvil\tCorreo electrónico',
      'nome do cliente;Telefone 1;e-mail',
      'Name,Phone 1 - Value,E-mail 1 - Value',
    ]) {
      const [, sign = ''] = /([;,\t])/.exec(heading)!
      const row = ['Ana', '11999998881', 'ana@x.com'].join(sign)
      expect([heading, await shortOf(`${heading}\n${row}`)]).toEqual([
        heading,
        [[2, 'Ana', '5511999998881', 'ana@x.com']],
      ])
    }
    // Of several the one that is WhatsApp's; a number that is of something else is none.
    expect(await shortOf('Número do pedido;Telefone;WhatsApp\n77;1133334444;11999998881')).toEqual([
      [2, '', '5511999998881', ''],
    ])
  })

  it('need no headings where it is plain what the columns are', async () => {
    expect(await shortOf('Ana;11999998881\nBia;11999998882')).toEqual([
      [1, 'Ana', '5511999998881', ''],
      [2, 'Bia', '5511999998882', ''],
    ])
    expect(await refusal(Buffer.from('Ana;11999998881;11999998882'))).toBe('ERR_SHEET_NO_COLUMNS')
    expect(await refusal(Buffer.from('Ana;São Paulo;11999998881'))).toBe('ERR_SHEET_NO_COLUMNS')
  })

  it('have their problems, by row', async () => {
    const rows = [
      'Ana;11 99999-8881;',
      'Bia;;',
      'Caio;não tem;',
      'Davi;99999-8882;',
      'Eva;5,51199E+12;',
      'Fábio;11999998883;sem arroba',
      'x;11999998884;',
      `${'Z'.repeat(51)};11999998884;`,
      // The same mobile without its ninth digit, and with its country.
      'Ana;1199998881;',
      'Ana;+55 11 99999-8881;',
      'Gil;11999998885.0;',
      "'=Hugo;'+5511999998886;",
      'Ivo;+354 555 1234;',
      'Jô;1199999888111999998887;',
    ]
    expect(await shortOf(`nome;numero;email\n${rows.join('\n')}`)).toEqual([
      [2, 'Ana', '5511999998881', ''],
      [3, 'missingNumber', null],
      [4, 'notNumber', null],
      [5, 'tooShort', null],
      [6, 'scientific', null],
      [7, 'badEmail', null],
      [8, 'badName', null],
      [9, 'badName', null],
      [10, 'double', 2],
      [11, 'double', 2],
      [12, 'Gil', '5511999998885', ''],
      [13, '=Hugo', '5511999998886', ''],
      [14, 'Ivo', '3545551234', ''],
      [15, 'notNumber', null],
    ])
  })

  it('keep what a row said for who corrects it', async () => {
    const [row] = await peopleOf(Buffer.from('nome;numero\nAna;99999-8882'))
    expect((row as { given: GivenRow }).given).toEqual({ name: 'Ana', number: '99999-8882', email: '' })
  })
})
