import { status } from '@balcao/shared/api/company/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import type { Sign } from './sign.ts'

/** Nothing tells browsers of a server's problems: they are read again while the page is visible. */
const REFRESH_MS = 5 * 60_000

/** Returns the problems of the server, for super users. */
export function useServerSigns(): readonly Sign[] {
  const { t } = useTranslation('server')
  const enabled = useMayAccess('super')
  const { data } = useQuery({ ...apiQuery(status.get), enabled, refetchInterval: REFRESH_MS })
  return (enabled ? (data?.problems ?? []) : []).map(problem => ({
    id: `server:${problem}`,
    tone: problem === 'storageFull' ? 'danger' : 'warning',
    text: t(`problem.${problem}.title`),
    detail: t(`problem.${problem}.hint`),
    link: { to: '/server' },
  }))
}
