import { imports } from '@balcao/shared/api/company/imports.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { isUnderWay } from './apply-import.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportSteps } from './import-steps.tsx'
import { NewImport } from './new-import.tsx'

const route = getRouteApi('/_app/imports')

/** Interval between reads while something is under way, ms, in case an event was lost. */
const LOOK_MS = 5000

/** Stands for a new import in the address. */
const NEW = 'new'

/** Returns whether an import has something to show: not one that was given up, or removed again. */
const isWorthShowing = ({ state, startedAt }: DataImport): boolean =>
  state !== 'removed' && !(state === 'cancelled' && startedAt === null)

/** Returns whether an import only asked for the company of a dump that was then read for it. */
const isAnswered = ({ companies, startedAt, fileName, createdAt }: DataImport, rows: readonly DataImport[]): boolean =>
  companies.length > 0 &&
  startedAt === null &&
  rows.some(other => other.fileName === fileName && other.createdAt > createdAt)

/**
 * Brings another system's data in, step by step on one page. The address names the import that is
 * shown; without one it is the latest, or a new one.
 */
export function ImportsScreen() {
  const { t } = useTranslation('imports')
  const { import: asked } = route.useSearch()
  const navigate = useNavigate()
  const { list, rows } = useRowList(imports.list, page => page.imports)
  const [latest] = rows
  const [before, setBefore] = useState<string | null>(null)
  // What was on the page stays there when it ends, whatever its end is.
  const isShown = latest && (isWorthShowing(latest) || latest.id === before)
  const shownId = asked ?? (isShown ? latest.id : NEW)
  useEffect(() => setBefore(shownId), [shownId])
  const listed = rows.find(({ id }) => id === shownId)
  const one = useQuery({
    ...apiQuery(imports.get, { params: { id: shownId } }),
    enabled: shownId !== NEW && list.data !== undefined,
    placeholderData: listed,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.state) ? LOOK_MS : false),
  })
  const fetched = one.data
  // Of two copies the later one counts.
  const row =
    fetched && listed && fetched.id === listed.id && listed.updatedAt > fetched.updatedAt ? listed : (fetched ?? listed)
  const underWay = rows.find(({ id, state }) => id !== shownId && isUnderWay(state))
  const show = (id: string, replace = false) => void navigate({ to: '/imports', search: { import: id }, replace })
  const isNew = shownId === NEW
  const isAbove = ({ id }: DataImport) => id === shownId || (isNew && id === underWay?.id)
  return (
    <Screen
      narrow
      header={
        <ScreenHeader
          title={t('title')}
          action={!isNew && list.data && <AddButton label={t('new')} onClick={() => show(NEW)} />}
        >
          <p className="w-full text-ink-2">{t('intro')}</p>
        </ScreenHeader>
      }
    >
      {/* The list is empty at first use: the first step stands there. */}
      <ListStates list={list} count={rows.length} rowHeight={72} rows={5}>
        {isNew ? (
          <>
            {underWay && (
              <div className="mb-3 flex flex-wrap items-center gap-2 rounded-md bg-info-soft px-4 py-2 text-info-ink">
                <p className="min-w-0 flex-1">{t('busy')}</p>
                <Button size="sm" onClick={() => show(underWay.id)}>
                  {t('look')}
                </Button>
              </div>
            )}
            <NewImport
              isBusy={underWay !== undefined}
              onBegin={() => show(NEW, true)}
              onCreated={({ id }) => show(id, true)}
            />
          </>
        ) : row ? (
          <ImportSteps key={row.id} row={row} lost={one.isError} onCreated={({ id }) => show(id)} />
        ) : one.isError ? (
          <ErrorState error={one.error} onRetry={() => void one.refetch()} retrying={one.isFetching} />
        ) : (
          <ListStates list={{ ...list, isPending: true }} count={0} rowHeight={72} rows={5}>
            {null}
          </ListStates>
        )}
        <EarlierImports list={list} rows={rows.filter(one => !isAbove(one) && !isAnswered(one, rows))} />
      </ListStates>
    </Screen>
  )
}
