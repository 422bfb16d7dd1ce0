import { helps } from '@balcao/shared/api/content/helps.ts'
import type { Help as HelpVideo } from '@balcao/shared/entities/help.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { NothingFound } from '#/components/query-states.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { useMayAccess } from '#/lib/permissions.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { GuideArticle } from './guides/guide-article.tsx'
import { GuideList } from './guides/guide-list.tsx'
import { findGuides, guides } from './guides/guides.ts'
import { HelpVideos } from './help-videos.tsx'

const route = getRouteApi('/_app/helps')

/**
 * Shows the product's guides and the operator's videos, searched together, or the guide that the
 * address names.
 */
export function HelpsScreen() {
  const { guide } = route.useSearch()
  // Another guide begins at its top, with an empty search.
  return <Help key={guide ?? ''} name={guide} />
}

function Help({ name }: { name: string | undefined }) {
  const { t } = useTranslation('helps')
  const isSuper = useMayAccess('super')
  const { list, rows, search } = useRowList(helps.list, page => page.records)
  const [edited, setEdited] = useState<HelpVideo | 'new' | null>(null)
  const found = findGuides(search.text)
  const open = search.text === '' ? guides.find(guide => guide.name === name) : undefined
  const isSearched = search.text.trim() !== ''
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          action={isSuper && <AddButton label={t('add')} onClick={() => setEdited('new')} />}
        >
          <ListSearch label={t('search')} value={search.text} onChange={search.onChange} />
        </ScreenHeader>
      }
    >
      {open && <GuideArticle guide={open} />}
      {!open && isSearched && found.length === 0 && rows.length === 0 && !list.isFetching && (
        <NothingFound text={search.text.trim()} onClear={search.onClear} />
      )}
      {!open && found.length > 0 && (
        <section aria-labelledby="help-guides">
          <h2 id="help-guides" className="mb-2 font-semibold">
            {t('guides.title')}
          </h2>
          <GuideList guides={found} />
        </section>
      )}
      {!open && (!isSearched || rows.length > 0) && (
        <section aria-labelledby="help-videos" className="mt-6">
          <h2 id="help-videos" className="mb-2 font-semibold">
            {t('videos')}
          </h2>
          <HelpVideos list={list} rows={rows} search={search} edited={edited} onEdit={setEdited} />
        </section>
      )}
    </Screen>
  )
}
