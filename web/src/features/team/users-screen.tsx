import { users } from '@balcao/shared/api/team/users.ts'
import type { User } from '@balcao/shared/entities/user.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Pencil, Trash2, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListSkeleton, NothingFound } from '#/components/query-states.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Page, PageHeader } from '#/components/ui/page-header.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { VirtualList } from '#/components/ui/virtual-list.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { apiPages, applyListEvent, queryClient } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'

const UserDialog = lazy(() => import('./user-dialog.tsx').then(file => ({ default: file.UserDialog })))

export function UsersScreen() {
  const { t } = useTranslation(['team', 'common'])
  const me = useUser()
  const oneLine = useMediaQuery('(min-width: 900px) and (pointer: fine)')
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim().toLowerCase())
  const [shown, setShown] = useState<User | 'new' | null>(null)
  const list = useInfiniteQuery({
    ...apiPages(users.list, { query: { searchParam: searched } }),
    placeholderData: previous => previous,
  })
  const rows = list.data?.pages.flatMap(page => page.users) ?? []
  const count = list.data?.pages[0]?.count
  const active = useListKeys(rows.length, index => setShown(rows[index] ?? null))
  const remove = useMutation({
    mutationFn: (user: User) => api(users.remove, { params: { id: user.id } }),
    onSuccess: (_, user) => {
      applyListEvent(queryClient, users.list, 'users', { action: 'delete', id: user.id })
      toast.success(t('users.deleted'))
    },
    onError: toast.error,
  })
  const askRemove = async (user: User) => {
    const yes = await confirm({
      title: t('users.deleteTitle', { name: user.name }),
      description: t('users.deleteHint'),
      confirmLabel: t('common:action.delete'),
    })
    if (yes) remove.mutate(user)
  }

  return (
    <Page
      header={
        <PageHeader
          title={t('users.title')}
          meta={count ? t('users.count', { count }) : undefined}
          action={<AddButton label={t('users.add')} onClick={() => setShown('new')} />}
        >
          <ListSearch label={t('users.search')} value={text} onChange={setText} />
        </PageHeader>
      }
    >
      {list.isPending ? (
        <ListSkeleton height={oneLine ? 40 : 64} />
      ) : list.isPlaceholderData && list.isPaused ? (
        <ErrorState error={new ApiError('ERR_NETWORK', 0)} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : rows.length === 0 && searched !== '' ? (
        <NothingFound text={text} onClear={() => setText('')} />
      ) : (
        <>
          <VirtualList
            label={t('users.title')}
            items={rows}
            rowHeight={oneLine ? 40 : 64}
            itemKey={user => user.id}
            hasMore={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            onEnd={() => void list.fetchNextPage()}
            activeIndex={active}
            className={cn(
              'flex-initial rounded-md border border-line bg-surface',
              list.isPlaceholderData && 'opacity-60',
            )}
          >
            {(user, index) => (
              <UserRow
                user={user}
                self={user.id === me.id}
                oneLine={oneLine}
                active={index === active}
                onEdit={() => setShown(user)}
                onDelete={user.id === me.id ? undefined : () => void askRemove(user)}
              />
            )}
          </VirtualList>
          {rows.length < 2 && searched === '' && (
            <EmptyState icon={<Users size={20} />} title={t('users.empty')}>
              {t('users.emptyHint')}
            </EmptyState>
          )}
        </>
      )}
      <Suspense>
        {shown && <UserDialog user={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      </Suspense>
    </Page>
  )
}

interface UserRowProps {
  user: User
  self: boolean
  oneLine: boolean
  active: boolean
  onEdit: () => void
  onDelete: (() => void) | undefined
}

function UserRow({ user, self, oneLine, active, onEdit, onDelete }: UserRowProps) {
  const { t } = useTranslation(['team', 'common'])
  const [first, ...rest] = user.queues
  return (
    <div
      className={cn(
        'relative flex h-full items-center gap-3 border-line border-b px-3 hover:bg-hover',
        active && 'bg-hover shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <span className="relative">
        <Avatar name={user.name} size={oneLine ? 28 : 40} />
        <span
          className={cn(
            'absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full ring-2 ring-surface',
            user.online ? 'bg-success' : 'bg-control',
          )}
        >
          <span className="sr-only">{user.online ? t('users.online') : t('users.offline')}</span>
        </span>
      </span>
      <button
        type="button"
        onClick={onEdit}
        className={cn(
          'flex min-w-0 flex-1 text-left -outline-offset-2 after:absolute after:inset-0',
          oneLine ? 'items-center gap-4' : 'flex-col',
        )}
      >
        <span className={cn('flex min-w-0 items-center gap-2', oneLine && 'basis-1/4')}>
          <span title={user.name} className="truncate font-medium">
            {user.name}
          </span>
          {self && <span className="text-ink-2 text-sm">({t('users.you')})</span>}
        </span>
        <span title={user.email} className={cn('truncate text-ink-2', oneLine ? 'min-w-0 flex-1' : 'w-full text-sm')}>
          {user.email}
        </span>
        {oneLine && (
          <span className="flex min-w-0 basis-1/4 items-center gap-1.5">
            {first ? (
              <>
                <Pill color={first.color}>{first.name}</Pill>
                {rest.length > 0 && (
                  <span title={rest.map(each => each.name).join(', ')} className="tabular text-ink-2 text-sm">
                    +{rest.length}
                  </span>
                )}
              </>
            ) : (
              <span className="text-ink-3 text-sm">{t('users.noQueues')}</span>
            )}
          </span>
        )}
      </button>
      <Badge
        tone={user.profile === 'admin' ? 'accent' : 'neutral'}
        className={oneLine ? 'w-28 justify-center' : 'hidden min-[420px]:flex'}
      >
        {t(`profiles.${user.profile}`)}
      </Badge>
      <span className="relative z-10 flex shrink-0 items-center">
        {oneLine && (
          <IconButton
            label={`${t('common:action.edit')} ${user.name}`}
            icon={<Pencil size={16} />}
            size="sm"
            onClick={onEdit}
          />
        )}
        <IconButton
          label={`${t('common:action.delete')} ${user.name}`}
          icon={<Trash2 size={16} />}
          size="sm"
          tone="danger"
          onClick={onDelete}
          className={onDelete ? undefined : 'invisible'}
        />
      </span>
    </div>
  )
}
