import { users } from '@balcao/shared/api/team/users.ts'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Shows that a user signs in with a second factor, and lets an admin remove it after its loss;
 * renders nothing for users without one.
 */
export function ColleagueSecondFactor({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('security')
  const query = apiQuery(users.getSecondFactor, { params: { id } })
  const { data } = useQuery(query)
  if (!data?.enabled) return null
  const reset = async () => {
    const question = { title: t('colleague.title', { name }), description: t('colleague.hint') }
    if (!(await confirm({ ...question, confirmLabel: t('colleague.reset'), tone: 'danger' }))) return
    try {
      await api(users.resetSecondFactor, { params: { id } })
      queryClient.setQueryData(query.queryKey, { enabled: false })
      toast.success(t('colleague.done'))
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line px-3 py-2">
      <ShieldCheck aria-hidden size={16} className="icon text-success-ink" />
      <span className="min-w-0 flex-1 basis-40">{t('colleague.on')}</span>
      <Button size="sm" onClick={() => void reset()}>
        {t('colleague.reset')}
      </Button>
    </div>
  )
}
