import { templates } from '@balcao/shared/api/channels/templates.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Returns the action that reads a connection's templates from Meta again. */
export function useSync(whatsappId: string) {
  const { t } = useTranslation('templates')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { created, updated, removed } = await api(templates.sync, { body: { whatsappId } })
      await client.invalidateQueries({ queryKey: queryKey(templates.list) })
      const isSame = created + updated + removed === 0
      toast.success(isSame ? t('sync.same') : t('sync.done', { created, updated, removed }))
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
