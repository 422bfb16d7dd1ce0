import { Signature } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { changePreferences, usePreferences } from '#/lib/preferences.ts'

/** Switches whether the person's messages are signed, where the company leaves it to them. */
export function SignSwitch() {
  const { t } = useTranslation('ticketDetails')
  const { signMessages } = usePreferences()
  return (
    <IconButton
      label={t(signMessages ? 'sign.on' : 'sign.off')}
      icon={<Signature size={20} />}
      aria-pressed={signMessages}
      tone={signMessages ? 'accent' : 'neutral'}
      onClick={() => void changePreferences(now => ({ ...now, signMessages: !now.signMessages }))}
    />
  )
}
