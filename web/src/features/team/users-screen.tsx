import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { User } from '@balcao/shared/entities/user.ts'
import { useQuery } from '@tanstack/react-query'
import { MailPlus, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { PendingInvitations } from './pending-invitations.tsx'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx').then(file => file.InviteDialog))
const UserDialog = lazyPart(() => import('./user-dialog.tsx').then(file => file.UserDialog))

export function UsersScreen() {
  const { t } = useTranslation(['team', 'common', 'onboarding'])
  const me = useUser()
  const { data: invited = [] } = useQuery(apiQuery(invitations.list))
  const [inviting, setInviting] = useState(false)
  const { list, first, rows, search } = useRowList(users.list, page => page.users)
  const columns: Column<User>[] = [
    {
      id: 'name',
      head: t('field.name'),
      main: true,
      beside: 70,
      text: ({ name }) => name,
      cell: user => <Name user={user} self={user.id === me.id} />,
    },
    { id: 'email', head: t('field.email'), text: ({ email }) => email },
    {
      id: 'queues',
      head: t('field.queues'),
      beside: ({ queues }) => (queues.length > 1 ? 76 : 40),
      text: ({ queues }) => queues[0]?.name ?? '',
      cell: user => <Queues user={user} />,
    },
    {
      id: 'profile',
      head: t('field.profile'),
      beside: 16,
      text: ({ profile }) => t(`profiles.${profile}`),
      cell: user => <Profile user={user} />,
    },
  ]
  return (
    <ListScreen
      name="users"
      title={t('users.title')}
      count={first?.count}
      addLabel={t('users.add')}
      actions={
        <Button icon={<MailPlus size={16} />} onClick={() => setInviting(true)}>
          <span className="max-sm:sr-only">{t('onboarding:invitations.invite')}</span>
        </Button>
      }
      list={list}
      rows={rows}
      search={{ label: t('users.search'), ...search }}
      skeletons={8}
      removal={{
        title: user => t('users.deleteTitle', { name: user.name }),
        hint: t('users.deleteHint'),
        done: t('users.deleted'),
        call: user => api(users.remove, { params: { id: user.id } }),
        list: users.list,
        rowsKey: 'users',
      }}
      bulkDelete={false}
      mayDelete={({ id }) => id !== me.id}
      nameOf={({ name }) => name}
      lead={{ width: 28, show: (user, oneLine) => <Presence user={user} size={oneLine ? 28 : 40} /> }}
      columns={columns}
      card={user => ({
        title: <Name user={user} self={user.id === me.id} />,
        line: (
          <>
            <span className="shrink-0">{t(`profiles.${user.profile}`)}</span>
            <span title={user.email} className="truncate">
              {user.email}
            </span>
          </>
        ),
      })}
      above={
        <>
          {search.searched === '' && <PendingInvitations rows={invited} />}
          {inviting && (
            <Suspense>
              <InviteDialog onClose={() => setInviting(false)} />
            </Suspense>
          )}
        </>
      }
      below={
        rows.length < 2 &&
        invited.length === 0 &&
        search.searched === '' && (
          <EmptyState icon={<Users size={20} />} title={t('users.empty')} guided>
            {t('users.emptyHint')}
          </EmptyState>
        )
      }
      dialog={(user, onClose) => <UserDialog user={user} onClose={onClose} />}
    />
  )
}

const STATE_COLORS = { online: 'bg-success', paused: 'bg-warning', offline: 'bg-control' }

function Presence({ user, size }: { user: User; size: 28 | 40 }) {
  const { t } = useTranslation('team')
  const state = !user.online ? 'offline' : user.paused ? 'paused' : 'online'
  return (
    <span className="relative shrink-0">
      <Avatar name={user.name} size={size} />
      <span
        className={cn('absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full ring-2 ring-surface', STATE_COLORS[state])}
      >
        <span className="sr-only">{t(`users.${state}`)}</span>
      </span>
    </span>
  )
}

function Name({ user, self }: { user: User; self: boolean }) {
  const { t } = useTranslation('team')
  // An admin's profile already implies them.
  const rights = user.profile === 'admin' ? [] : user.permissions
  return (
    <>
      <span title={user.name} className="truncate">
        {user.name}
      </span>
      {self && <span className="font-normal text-ink-2 text-sm">({t('users.you')})</span>}
      {rights.map(right => (
        <Badge key={right}>{t(`rights.${right}`)}</Badge>
      ))}
    </>
  )
}

function Queues({ user: { queues } }: { user: User }) {
  const [first, ...rest] = queues
  if (!first) return <span className="text-ink-3">–</span>
  return (
    <>
      <Pill color={first.color}>{first.name}</Pill>
      {rest.length > 0 && (
        <span title={rest.map(each => each.name).join(', ')} className="tabular text-sm">
          +{rest.length}
        </span>
      )}
    </>
  )
}

function Profile({ user: { profile } }: { user: User }) {
  const { t } = useTranslation('team')
  return <Badge tone={profile === 'admin' ? 'accent' : 'neutral'}>{t(`profiles.${profile}`)}</Badge>
}
