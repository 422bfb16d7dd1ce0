import { LifeBuoy } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { formatTime } from '#/lib/format.ts'
import { leaveSupport, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Says on every screen that this is a support session: as whom, in which company, and until when.
 */
export function SupportBanner() {
  const { t } = useTranslation()
  const user = useUser()
  const until = user.support?.until
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => void leaveSupport().catch(() => undefined), Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (!until) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-line border-b bg-info-soft px-4 py-1.5 text-info-ink text-sm"
    >
      <LifeBuoy aria-hidden size={16} className="icon shrink-0" />
      <span>{t('support.banner', { company: user.company.name, name: user.name, time: formatTime(until) })}</span>
      <Button size="sm" onClick={() => void leaveSupport().catch(toast.error)}>
        {t('support.leave')}
      </Button>
    </div>
  )
}
