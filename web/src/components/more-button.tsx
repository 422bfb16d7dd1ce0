import { useTranslation } from 'react-i18next'
import type { PagedQuery } from './paged-rows.tsx'
import { Button, type ButtonProps } from './ui/button.tsx'

interface MoreButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  list: Omit<PagedQuery, 'isPlaceholderData'>
}

/** Loads the next page of a list that does not scroll in itself; absent after the last page. */
export function MoreButton({ list, ...props }: MoreButtonProps) {
  const { t } = useTranslation('common')
  if (!list.hasNextPage) return null
  return (
    <Button {...props} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t('action.loadMore')}
    </Button>
  )
}
