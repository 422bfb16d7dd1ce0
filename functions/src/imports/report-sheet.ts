/** Report of an import as a spreadsheet: the counts, then a line for each row to be told of. */
import { createWriteStream, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { DataImportCounts } from '@balcao/shared/entities/data-import.ts'
import { IMPORT_TEXTS } from '@balcao/shared/rules/imports/import-texts.ts'
import type { Notice } from '@balcao/shared/rules/imports/record.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import type { JobFile, JobRow } from '../data/jobs/job.ts'
import { type Cell, spreadsheet } from '../workers/jobs/kinds/spreadsheet.ts'
import { attemptOf, importObject, putFile, scratchFile } from './import-files.ts'

const MIMETYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Time (ms) for which a report is offered: its object expires a day later. */
const OFFERED_MS = 24 * 3600_000

type Texts = {
  name: string
  sheet: string
  headers: readonly [string, string, string, string, string, string, string]
  read: string
  taken: string
  alreadyThere: string
  refused: string
  joined: string
  changed: string
  unnamed: string
}

const TEXTS: Record<Language, Texts> = {
  pt: {
    ...{ name: 'importacao', sheet: 'Importação' },
    headers: ['Tipo', 'O que houve', 'Motivo', 'Quantidade', 'Linha do dump', 'Id de origem', 'Detalhe'],
    ...{ read: 'Lidos', taken: 'Trazidos', alreadyThere: 'Já aqui' },
    ...{ refused: 'Recusados', joined: 'Unidos', changed: 'Com mudança' },
    unnamed: 'Mais linhas, que não couberam no relatório',
  },
  en: {
    ...{ name: 'import', sheet: 'Import' },
    headers: ['Kind', 'What happened', 'Reason', 'Count', 'Line of the dump', 'Id there', 'Detail'],
    ...{ read: 'Read', taken: 'Brought', alreadyThere: 'Already here' },
    ...{ refused: 'Refused', joined: 'Joined', changed: 'With a change' },
    unnamed: 'More rows, for which the report had no room',
  },
  es: {
    ...{ name: 'importacion', sheet: 'Importación' },
    headers: ['Tipo', 'Qué pasó', 'Motivo', 'Cantidad', 'Línea del volcado', 'Id de origen', 'Detalle'],
    ...{ read: 'Leídos', taken: 'Traídos', alreadyThere: 'Ya aquí' },
    ...{ refused: 'Rechazados', joined: 'Unidos', changed: 'Con un cambio' },
    unnamed: 'Más filas, que no cupieron en el informe',
  },
}

/** Widths of the columns. */
const WIDTHS = [26, 22, 60, 12, 16, 26, 60]

type Effect = Notice['effect']

/** The most frequent first; a row of the table keeps no order. */
const byCount = ([a, m]: [string, number], [b, n]: [string, number]) => n - m || (a < b ? -1 : 1)

/**
 * Time (ms) after which a report names no further rows, so that its step ends before a function's
 * five minutes. A last line says how many are left out.
 */
export const NAMING = { time: 220_000 }

/** Makes the report of a job's import and stores it; no other attempt of the job has its key. */
export async function storeReport(
  job: Pick<JobRow<'dataReading' | 'dataImport'>, 'companyId' | 'id' | 'version' | 'state'>,
  counts: readonly DataImportCounts[],
  notices: AsyncIterable<Notice>,
): Promise<JobFile> {
  const { importId, language } = job.state
  const attempt = attemptOf(job)
  const path = scratchFile(attempt, 'report.xlsx')
  const key = importObject(job.companyId, importId, `report-${attempt}.xlsx`)
  try {
    const { sheet, headers } = TEXTS[language]
    const columns = headers.map((header, i) => ({ header, width: WIDTHS[i]! }))
    await pipeline(spreadsheet(sheet, columns, rowsOf(language, counts, notices)), createWriteStream(path))
    await putFile(key, path, MIMETYPE)
  } finally {
    rmSync(path, { force: true })
  }
  return { key, name: `${TEXTS[language].name}.xlsx`, mimetype: MIMETYPE, until: Date.now() + OFFERED_MS }
}

async function* rowsOf(
  language: Language,
  counts: readonly DataImportCounts[],
  notices: AsyncIterable<Notice>,
): AsyncGenerator<Cell[]> {
  const begun = Date.now()
  const texts = TEXTS[language]
  const words = IMPORT_TEXTS[language]
  const reasonOf = (effect: Effect, reason: string) => (words[effect] as Record<string, string>)[reason] ?? reason
  for (const { kind, read, taken, alreadyThere, ...reasons } of counts) {
    const line = (effect: string, reason: string, count: number): Cell[] => [words.kind[kind], effect, reason, count]
    yield line(texts.read, '', read)
    yield line(texts.taken, '', taken)
    yield line(texts.alreadyThere, '', alreadyThere)
    for (const effect of ['joined', 'refused', 'changed'] as const)
      for (const [reason, count] of Object.entries(reasons[effect]).sort(byCount))
        yield line(texts[effect], reasonOf(effect, reason), count)
  }
  let unnamed = 0
  for await (const notice of notices) {
    if (unnamed > 0 || Date.now() - begun > NAMING.time) {
      unnamed++
      continue
    }
    const detail = notice.effect === 'joined' ? notice.intoId : 'detail' in notice ? (notice.detail ?? '') : ''
    const { kind, effect, reason, line, id } = notice
    yield [words.kind[kind], texts[effect], reasonOf(effect, reason), 1, line || null, id, detail]
  }
  if (unnamed > 0) yield ['', texts.unnamed, '', unnamed]
}
