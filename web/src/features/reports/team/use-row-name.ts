import type { TeamDimension, TeamRow } from '@balcao/shared/api/reports/team-report.ts'
import { useTranslation } from 'react-i18next'

/** Returns a function that names a row: what it is of, "Sem fila", "Antiga (excluída)". */
export function useRowName(by: TeamDimension): (row: Pick<TeamRow, 'key' | 'name' | 'isGone'>) => string {
  const { t } = useTranslation('teamReport')
  return ({ key, name, isGone }) => {
    if (key === null) return t(`without.${by}`)
    if (by === 'hour') return t('hours.name', { hour: key })
    if (!isGone) return name || t('unnamed')
    const kind = by === 'user' ? 'user' : 'thing'
    return name ? t(`goneNamed.${kind}`, { name }) : t(`gone.${kind}`)
  }
}
