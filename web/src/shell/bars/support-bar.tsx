import { LifeBuoy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { barAction } from '#/components/ui/bar-action.ts'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { formatTime } from '#/lib/format.ts'
import { leaveSupport, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Says that this is a support session: as whom, in which company, and until when. */
export function SupportBar() {
  const { t } = useTranslation('bars')
  const user = useUser()
  const time = user.support ? formatTime(user.support.until) : ''
  return (
    <ShellBar
      tone="info"
      icon={<LifeBuoy aria-hidden size={16} />}
      text={t('support', { company: user.company.name, name: user.name, time })}
    >
      <button type="button" className={barAction} onClick={() => void leaveSupport().catch(toast.error)}>
        {t('leaveSupport')}
      </button>
    </ShellBar>
  )
}
