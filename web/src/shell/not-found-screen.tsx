import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'

export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <div className="flex h-full min-h-80 flex-col">
      <EmptyState
        title={t('error.notFound')}
        action={
          <Button asChild>
            <Link to="/">{t('error.home')}</Link>
          </Button>
        }
      >
        {t('error.notFoundHint')}
      </EmptyState>
    </div>
  )
}
