import type { TicketView } from '@balcao/shared/entities/preferences.ts'
import { BookmarkPlus, Layers, ListOrdered, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { usePreferences } from '#/lib/preferences.ts'

const SaveFilterDialog = lazyPart(() => import('../dialogs/save-filter-dialog.tsx').then(file => file.SaveFilterDialog))
const ViewDialog = lazyPart(() => import('../views/view-dialog.tsx').then(file => file.ViewDialog), 'views', 'fields')
const FiltersDialog = lazyPart(() => import('../dialogs/filters-dialog.tsx').then(file => file.FiltersDialog))

type Question = 'view' | 'save' | 'manage'

interface ListOptionsProps {
  view: TicketView
  /** Called with a view that was made of the filters. */
  onView: (id: string) => void
}

/**
 * Shows the menu of views and saved filters, which apply in every browser the user signs in with.
 */
export function ListOptions({ view, onView }: ListOptionsProps) {
  const { t } = useTranslation('tickets')
  const [asking, setAsking] = useState<Question | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <IconButton
            size="sm"
            label={t('list.options')}
            icon={<SlidersHorizontal size={16} />}
            // The button for a new ticket is above it.
            tooltipSide="bottom"
          />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <Suspense>
            <Choices onAsk={setAsking} />
          </Suspense>
        </DropdownMenuContent>
      </DropdownMenu>
      <Suspense>
        {asking === 'view' && <ViewDialog row={null} screen={view} onSaved={onView} onClose={close} />}
        {asking === 'save' && <SaveFilterDialog view={view} onClose={close} />}
        {asking === 'manage' && <FiltersDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** Shows the content of the menu; its texts load after the first screen. */
function Choices({ onAsk }: { onAsk: (question: Question) => void }) {
  const { t } = useTranslation('ticketDetails')
  const { filters } = usePreferences()
  return (
    <>
      <DropdownMenuItem icon={<Layers size={16} />} onSelect={() => onAsk('view')}>
        {t('filter.saveView')}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<BookmarkPlus size={16} />} onSelect={() => onAsk('save')}>
        {t('filter.save')}
      </DropdownMenuItem>
      {filters.length > 0 && (
        <DropdownMenuItem icon={<ListOrdered size={16} />} onSelect={() => onAsk('manage')}>
          {t('filter.manage')}
        </DropdownMenuItem>
      )}
    </>
  )
}
