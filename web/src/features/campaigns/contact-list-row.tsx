import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { Download, MoreVertical, Pencil, Trash2, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import { api } from '#/lib/session.ts'
import { useBeginExport } from '#/lib/use-begin-export.ts'

interface ContactListRowProps {
  list: ContactList
  /** True if the row is one line in columns (40 px), or two lines (64 px). */
  oneLine: boolean
  active: boolean
  onOpen: () => void
  onImport: () => void
  onEdit: () => void
  onDelete: () => void
}

/** Shows a contact list as a row. In a narrow row its actions are in a menu. */
export function ContactListRow({ list, oneLine, active, onOpen, onImport, onEdit, onDelete }: ContactListRowProps) {
  const { t } = useTranslation(['contactLists', 'common'])
  const { name, contactsCount: count } = list
  const { begin, isPending } = useBeginExport(
    () => api(contactLists.export, { params: { id: list.id } }),
    t('export.begun'),
  )
  return (
    <ListRow active={active}>
      <RowOpener oneLine={oneLine} onOpen={onOpen}>
        <span title={name} className={cn('min-w-0 truncate font-medium', oneLine && 'flex-1')}>
          {name}
        </span>
        <span className={cn('tabular truncate text-ink-2', oneLine ? 'w-36 shrink-0 text-right' : 'text-sm')}>
          {t('count', { count, shown: formatNumber(count) })}
        </span>
      </RowOpener>
      {oneLine ? (
        <RowActions name={name} onEdit={onEdit} onDelete={onDelete}>
          <IconButton label={t('import', { name })} icon={<Upload size={16} />} size="sm" onClick={onImport} />
          <IconButton
            label={t('export.action', { name })}
            icon={<Download size={16} />}
            size="sm"
            loading={isPending}
            onClick={begin}
          />
        </RowActions>
      ) : (
        <RowActions name={name}>
          <DropdownMenu>
            <DropdownMenuTrigger>
              <IconButton label={t('more', { name })} icon={<MoreVertical size={18} />} size="sm" />
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <DropdownMenuItem icon={<Upload size={16} />} onSelect={onImport}>
                {t('importSheet')}
              </DropdownMenuItem>
              <DropdownMenuItem icon={<Download size={16} />} onSelect={begin}>
                {t('export.file')}
              </DropdownMenuItem>
              <DropdownMenuItem icon={<Pencil size={16} />} onSelect={onEdit}>
                {t('common:action.edit')}
              </DropdownMenuItem>
              <DropdownMenuItem icon={<Trash2 size={16} />} onSelect={onDelete}>
                {t('common:action.delete')}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </RowActions>
      )}
    </ListRow>
  )
}
