import { apiTokens } from '@balcao/shared/api/company/api-tokens.ts'
import type { ApiToken } from '@balcao/shared/entities/api-token.ts'
import { Ban, KeyRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { SecretDialog } from '#/components/secret-dialog.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { formatDate, formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const TokenDialog = lazyPart(() => import('./token-dialog.tsx').then(file => file.TokenDialog))

/** Shows the tokens of the public API; twenty at most, so they are cards and not a table. */
export function TokenList() {
  const { t } = useTranslation('publicApi')
  const { list, rows } = useRowList(apiTokens.list, page => page.apiTokens)
  const [isNew, setNew] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const askRevoke = useRemove<ApiToken>({
    title: row => t('tokens.revokeTitle', { name: row.name }),
    hint: t('tokens.revokeHint'),
    done: t('tokens.revoked'),
    call: row => api(apiTokens.remove, { params: { id: row.id } }),
    list: apiTokens.list,
    rowsKey: 'apiTokens',
  })
  const add = () => setNew(true)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-2">{t('tokens.hint')}</p>
        {rows.length > 0 && <AddButton label={t('tokens.add')} onClick={add} />}
      </div>
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={112}
        rows={2}
        firstUse={
          <FirstUse icon={<KeyRound size={20} />} title={t('tokens.empty')} addLabel={t('tokens.add')} onAdd={add}>
            {t('tokens.emptyHint')}
          </FirstUse>
        }
      >
        <ul className="flex flex-col gap-3">
          {rows.map(row => (
            <TokenCard key={row.id} row={row} onRevoke={() => void askRevoke(row)} />
          ))}
        </ul>
      </ListStates>
      <Suspense>{isNew && <TokenDialog onMade={setToken} onClose={() => setNew(false)} />}</Suspense>
      {token && (
        <SecretDialog
          title={t('tokens.shownTitle')}
          hint={t('tokens.shownHint')}
          secret={token}
          onClose={() => setToken(null)}
        />
      )}
    </div>
  )
}

function TokenCard({ row, onRevoke }: { row: ApiToken; onRevoke: () => void }) {
  const { t } = useTranslation('publicApi')
  const isOver = row.expiresAt !== null && Date.parse(row.expiresAt) <= Date.now()
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 truncate">{row.name}</span>
            {row.sandbox && <Badge tone="info">{t('tokens.sandbox')}</Badge>}
            {isOver && <Badge tone="danger">{t('tokens.over')}</Badge>}
          </h2>
          <p className="font-mono text-ink-2 text-sm">{row.prefix}…</p>
          <p className="text-ink-2 text-sm">
            {[
              row.expiresAt === null ? t('tokens.forGood') : t('tokens.until', { date: formatDate(row.expiresAt) }),
              row.lastUsedAt ? t('tokens.used', { when: formatWhen(row.lastUsedAt) }) : t('tokens.unused'),
              t('tokens.madeBy', { name: row.madeBy.name, date: formatDate(row.createdAt) }),
            ].join(' · ')}
          </p>
        </div>
        <IconButton label={t('tokens.revoke', { name: row.name })} icon={<Ban size={16} />} onClick={onRevoke} />
      </div>
      <p className="flex flex-wrap gap-1.5">
        {row.scopes.map(scope => (
          <Badge key={scope} className="font-mono">
            {scope}
          </Badge>
        ))}
      </p>
    </li>
  )
}
