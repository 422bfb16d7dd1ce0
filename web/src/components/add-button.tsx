import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '#/lib/shortcuts.ts'
import { Button } from './ui/button.tsx'

/** A list screen's one primary action; `+` does the same. On phones the words give way to the sign. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useTranslation('common')
  useShortcut({ keys: '+', label, group: t('shortcuts.lists'), run: onClick })
  return (
    <Button variant="primary" icon={<Plus size={16} />} onClick={onClick} aria-label={label}>
      <span className="hidden sm:inline">{label}</span>
      <span className="sm:hidden">{t('action.add')}</span>
    </Button>
  )
}
