import type { TeamDimension, TeamFigures, TeamRow } from '@balcao/shared/api/reports/team-report.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { teamReportOf } from '../../../data/reports/team-report.ts'
import type { Work } from '../run-step.ts'
import { type Cell, cleanListFile, listFileStep } from './list-file.ts'

const NAMES: Record<Language, string> = { pt: 'relatorio-por-equipe', en: 'team-report', es: 'informe-por-equipo' }

/** Words for what the report is by. */
const SUBJECTS: Record<Language, Record<TeamDimension, string>> = {
  pt: {
    ...{ queue: 'Fila', user: 'Atendente', connection: 'Conexão', hour: 'Hora de início' },
    ...{ tag: 'Tag', origin: 'Origem', goal: 'Meta' },
  },
  en: {
    ...{ queue: 'Queue', user: 'Attendant', connection: 'Connection', hour: 'Hour of the beginning' },
    ...{ tag: 'Tag', origin: 'Origin', goal: 'Goal' },
  },
  es: {
    ...{ queue: 'Cola', user: 'Agente', connection: 'Conexión', hour: 'Hora de inicio' },
    ...{ tag: 'Etiqueta', origin: 'Origen', goal: 'Meta' },
  },
}

/** Heads of the figures; those of the days before are the same, with `BEFORE` after them. */
const FIGURES: Record<Language, readonly string[]> = {
  pt: [
    ...['Iniciados', 'Resolvidos', 'Primeira resposta (min)', 'Resolução (min)', 'Reabertos', 'Avaliação'],
    ...['Avaliados', 'Abandonados no robô', 'Primeira resposta na meta', 'Primeira resposta fora da meta'],
    ...['Resolução na meta', 'Resolução fora da meta'],
  ],
  en: [
    ...['Begun', 'Resolved', 'First answer (min)', 'Resolution (min)', 'Reopened', 'Rating', 'Rated'],
    ...['Abandoned in the bot', 'First answer in time', 'First answer late', 'Resolution in time', 'Resolution late'],
  ],
  es: [
    ...['Iniciadas', 'Resueltas', 'Primera respuesta (min)', 'Resolución (min)', 'Reabiertas', 'Calificación'],
    ...['Calificadas', 'Abandonadas en el bot', 'Primera respuesta en la meta', 'Primera respuesta fuera de la meta'],
    ...['Resolución en la meta', 'Resolución fuera de la meta'],
  ],
}

const BEFORE: Record<Language, string> = { pt: 'antes', en: 'before', es: 'antes' }
const WITHOUT: Record<Language, string> = { pt: '(sem)', en: '(none)', es: '(sin)' }
/** Words for a row of what was deleted: a user, or a queue, a connection, a tag or a goal. */
const GONE: Record<Language, { user: string; thing: string }> = {
  pt: { user: '(excluído)', thing: '(excluída)' },
  en: { user: '(deleted)', thing: '(deleted)' },
  es: { user: '(eliminado)', thing: '(eliminada)' },
}
const TOTAL: Record<Language, string> = { pt: 'Total', en: 'Total', es: 'Total' }

function columnsOf({ by, language }: JobRow<'teamReport'>['state']): string[] {
  const heads = FIGURES[language]
  return [SUBJECTS[language][by], ...heads, ...heads.map(head => `${head}, ${BEFORE[language]}`)]
}

const NO_FIGURES: Cell[] = Array.from({ length: FIGURES.pt.length }, () => null)

const cellsOf = (figures: TeamFigures | null): Cell[] =>
  figures === null
    ? NO_FIGURES
    : [
        ...[figures.opened, figures.closed, figures.firstAnswer, figures.resolution, figures.reopened, figures.rating],
        ...[figures.rated, figures.abandoned, figures.goals.firstAnswer.met, figures.goals.firstAnswer.missed],
        ...[figures.goals.resolution.met, figures.goals.resolution.missed],
      ]

function nameOf({ key, name, isGone }: TeamRow, by: TeamDimension, language: Language): string {
  if (by === 'hour') return `${key}:00`
  if (key === null) return WITHOUT[language]
  return isGone ? `${name} ${GONE[language][by === 'user' ? 'user' : 'thing']}`.trim() : name
}

/** Makes the file of a report by team: a line for each row, and one of the totals. */
export const teamReport: Work<'teamReport'> = {
  step(job) {
    const { by, first, last, language } = job.state
    const columns = columnsOf(job.state)
    const kinds = Object.fromEntries(columns.slice(1).map((_, i) => [i + 1, 'number' as const]))
    return listFileStep(
      job,
      { name: NAMES[language], columns, kinds, language },
      async () => {
        const { rows, totals } = await teamReportOf(job.companyId, by, { first, last })
        const lines = rows.map((row): Cell[] => [
          nameOf(row, by, language),
          ...cellsOf(row.now),
          ...cellsOf(row.before),
        ])
        lines.push([TOTAL[language], ...cellsOf(totals.now), ...cellsOf(totals.before)])
        return { rows: lines, looked: rows.length, from: null, more: false }
      },
      async () => 0,
    )
  },
  clean: cleanListFile,
}
