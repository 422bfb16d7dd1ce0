import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { User } from '@balcao/shared/entities/user.ts'
import { useQuery } from '@tanstack/react-query'
import { MailPlus, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { PendingInvitations } from './pending-invitations.tsx'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx').then(file => file.InviteDialog))
const UserDialog = lazyPart(() => import('./user-dialog.tsx').then(file => file.UserDialog))

export function UsersScreen() {
  const { t } = useTranslation(['team', 'common', 'onboarding'])
  const me = useUser()
  const { data: invited = [] } = useQuery(apiQuery(invitations.list))
  const [inviting, setInviting] = useState(false)
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, first, rows, search } = useRowList(users.list, page => page.users)
  return (
    <ListScreen
      title={t('users.title')}
      count={first?.count ? t('users.count', { count: first.count }) : undefined}
      addLabel={t('users.add')}
      actions={
        <Button icon={<MailPlus size={16} />} onClick={() => setInviting(true)}>
          <span className="max-sm:sr-only">{t('onboarding:invitations.invite')}</span>
        </Button>
      }
      list={list}
      rows={rows}
      search={{ label: t('users.search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      removal={{
        title: user => t('users.deleteTitle', { name: user.name }),
        hint: t('users.deleteHint'),
        done: t('users.deleted'),
        call: user => api(users.remove, { params: { id: user.id } }),
        list: users.list,
        rowsKey: 'users',
      }}
      dialog={(user, onClose) => <UserDialog user={user} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <>
          {search.searched === '' && <PendingInvitations rows={invited} />}
          {inviting && (
            <Suspense>
              <InviteDialog onClose={() => setInviting(false)} />
            </Suspense>
          )}
          <PagedRows list={list} label={t('users.title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
            {(user, index) => (
              <UserRow
                user={user}
                self={user.id === me.id}
                oneLine={oneLine}
                active={index === active}
                onEdit={() => edit(user)}
                onDelete={user.id === me.id ? undefined : () => remove(user)}
              />
            )}
          </PagedRows>
          {rows.length < 2 && invited.length === 0 && search.searched === '' && (
            <EmptyState icon={<Users size={20} />} title={t('users.empty')}>
              {t('users.emptyHint')}
            </EmptyState>
          )}
        </>
      )}
    </ListScreen>
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
  // An admin's profile already implies it.
  const keepsCatalog = user.profile !== 'admin' && user.permissions.includes('catalog')
  return (
    <ListRow active={active}>
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
      <RowOpener oneLine={oneLine} onOpen={onEdit}>
        <span className={cn('flex min-w-0 items-center gap-2', oneLine && 'basis-1/4')}>
          <span title={user.name} className="truncate font-medium">
            {user.name}
          </span>
          {self && <span className="text-ink-2 text-sm">({t('users.you')})</span>}
          {keepsCatalog && <Badge>{t('rights.catalog')}</Badge>}
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
      </RowOpener>
      <Badge
        tone={user.profile === 'admin' ? 'accent' : 'neutral'}
        className={oneLine ? 'w-28 justify-center' : 'hidden min-[420px]:flex'}
      >
        {t(`profiles.${user.profile}`)}
      </Badge>
      <RowActions name={user.name} onEdit={oneLine ? onEdit : undefined} onDelete={onDelete} keepRoom />
    </ListRow>
  )
}
