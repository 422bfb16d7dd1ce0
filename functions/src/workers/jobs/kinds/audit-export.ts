import type { AuditEntry } from '@balcao/shared/entities/audit-entry.ts'
import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { wallClocks } from '@balcao/shared/rules/wall-clock.ts'
import { listAudit } from '../../../data/account/audit.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import type { Work } from '../run-step.ts'
import { type Cell, cleanListFile, listFileStep } from './list-file.ts'
import { YES } from './yes-no.ts'

/** Pages of a step, and entries read for each: a second or two of reading. */
const STEP = 10
const BATCH_SIZE = 1000

const NAMES: Record<Language, string> = { pt: 'auditoria', en: 'audit-log', es: 'auditoria' }

const COLUMNS: Record<Language, readonly string[]> = {
  pt: ['Quando', 'Pessoa', 'Suporte', 'Assunto', 'Ação', 'Nome', 'Endereço IP', 'Navegador', 'Mudanças'],
  en: ['When', 'Person', 'Support', 'Subject', 'Action', 'Name', 'IP address', 'Browser', 'Changes'],
  es: ['Cuándo', 'Persona', 'Soporte', 'Asunto', 'Acción', 'Nombre', 'Dirección IP', 'Navegador', 'Cambios'],
}

/**
 * Exports a company's audit log newest first, as far back as it goes, with times in the company's
 * time zone. Actions and subjects keep the names of the API contract, by which both programs and
 * people can filter.
 */
export const auditExport: Work<'auditExport'> = {
  async step(job) {
    const { language } = job.state
    return listFileStep(
      job,
      { name: NAMES[language], columns: COLUMNS[language], kinds: { 0: 'second' } },
      from => readSome(job, from as string | null),
      // Nobody counts entries; the total is what was written so far.
      async () => 0,
    )
  },
  clean: cleanListFile,
}

async function readSome({ companyId, state }: JobRow<'auditExport'>, begin: string | null) {
  const lineOf = liner(state)
  const rows: Cell[][] = []
  let looked = 0
  let from = begin
  for (let page = 0; page < STEP; page++) {
    const { entries, nextCursor } = await listAudit(companyId, state.filter, {
      limit: BATCH_SIZE,
      cursor: from ?? undefined,
    })
    for (const entry of entries) rows.push(lineOf(entry))
    looked += entries.length
    from = nextCursor
    if (from === null) break
  }
  return { rows, looked, from, more: from !== null }
}

/** Returns `number: 5511… → 5521…`; an empty value is left out. */
const changeText = ({ field, before, after }: FieldChange): string => `${field}: ${before ?? ''} → ${after ?? ''}`

function liner({ timezone, language }: JobRow<'auditExport'>['state']): (entry: AuditEntry) => Cell[] {
  const clock = wallClocks(timezone)
  return ({ at, user, support, subject, verb, name, address, browser, changes = [] }) => [
    clock(Date.parse(at)).getTime(),
    user?.name ?? '',
    support ? YES[language] : '',
    subject,
    verb,
    name ?? '',
    address ?? '',
    browser ?? '',
    changes.map(changeText).join('; '),
  ]
}
