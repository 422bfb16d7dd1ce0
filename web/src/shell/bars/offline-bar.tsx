import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ShellBar } from '#/components/ui/shell-bar.tsx'

/** Shows that there is no network; typed text is kept. */
export function OfflineBar() {
  const { t } = useTranslation()
  return <ShellBar tone="warning" icon={<CloudOff aria-hidden size={16} />} text={t('offline.bar')} />
}
