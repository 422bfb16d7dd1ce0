import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'

/** Shows a welcome beside the list while no conversation is open. */
export function WelcomeScreen() {
  const { t } = useTranslation('tickets')
  return (
    <div className="flex h-full">
      <EmptyState icon={<MessagesSquare size={20} />} title={t('welcome.title')}>
        <span className="touch:hidden">
          {t('welcome.hint')} <Kbd>?</Kbd>
        </span>
      </EmptyState>
    </div>
  )
}
