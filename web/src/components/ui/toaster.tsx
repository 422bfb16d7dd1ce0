import { useTranslation } from 'react-i18next'
import { Toaster as Sonner } from 'sonner'
import { useStore } from '#/lib/store.ts'
import { theme } from '#/lib/theme.ts'

/** Toasts last 2 s; one with an undo lasts 5 s (lib/toast.ts). */
export function Toaster() {
  const { t } = useTranslation()
  return (
    <Sonner
      theme={useStore(theme)}
      position="bottom-center"
      duration={2000}
      visibleToasts={3}
      gap={8}
      containerAriaLabel={t('toast.region')}
      // Above the input of a conversation.
      offset={{ bottom: 72 }}
      mobileOffset={{ bottom: 72, left: 16, right: 16 }}
    />
  )
}
