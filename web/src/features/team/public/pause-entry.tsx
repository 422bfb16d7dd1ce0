import { distribution } from '@balcao/shared/api/team/distribution.ts'
import { Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem } from '#/components/ui/dropdown-menu.tsx'
import { api, updateSessionUser, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Pauses or resumes what queues give to the signed-in user. */
export function PauseEntry() {
  const { t } = useTranslation('team')
  const user = useUser()
  const change = async () => {
    try {
      const { paused } = await api(distribution.pause, { params: { id: user.id }, body: { paused: !user.paused } })
      updateSessionUser(mine => ({ ...mine, paused }))
      toast.success(t(paused ? 'pause.begun' : 'pause.over'))
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <DropdownMenuItem icon={user.paused ? <Play size={16} /> : <Pause size={16} />} onSelect={() => void change()}>
      {t(user.paused ? 'pause.end' : 'pause.begin')}
    </DropdownMenuItem>
  )
}
