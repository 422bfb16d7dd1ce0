import { zones } from '@balcao/shared/api/orders/zones.ts'
import type { Zone } from '@balcao/shared/entities/zone.ts'
import { MapPin, MapPinned } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'

const ZoneDialog = lazyPart(() => import('./zone-dialog.tsx').then(file => file.ZoneDialog))
const PlacesDialog = lazyPart(() => import('./places-dialog.tsx').then(file => file.PlacesDialog))

export function ZonesScreen() {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(zones.list, page => page.zones)
  const [places, setPlaces] = useState<Zone | null>(null)
  return (
    <>
      <ListScreen
        title={t('zones.title')}
        addLabel={t('zones.add')}
        list={list}
        rows={rows}
        search={{ label: t('zones.search'), ...search }}
        rowHeight={rowHeight}
        skeletons={8}
        firstUse={{ icon: <MapPinned size={20} />, title: t('zones.empty'), hint: t('zones.emptyHint') }}
        removal={{
          title: zone => t('zones.deleteTitle', { name: zone.name }),
          hint: t('zones.deleteHint'),
          done: t('zones.deleted'),
          call: zone => api(zones.remove, { params: { id: zone.id } }),
          list: zones.list,
          rowsKey: 'zones',
        }}
        dialog={(zone, onClose) => <ZoneDialog zone={zone} onClose={onClose} onMade={setPlaces} />}
      >
        {({ active, edit, remove }) => (
          <PagedRows list={list} label={t('zones.title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
            {(zone, index) => (
              <ListRow active={index === active}>
                <RowOpener oneLine={oneLine} onOpen={() => edit(zone)}>
                  <span title={zone.name} className="min-w-0 flex-1 truncate font-medium">
                    {zone.name}
                  </span>
                  <ActiveBadge
                    active={zone.isActive}
                    className={oneLine ? 'w-20 justify-center' : 'mt-0.5 self-start'}
                  />
                </RowOpener>
                <RowActions
                  name={zone.name}
                  onEdit={oneLine ? () => edit(zone) : undefined}
                  onDelete={() => remove(zone)}
                >
                  <IconButton
                    label={t('zones.places', { name: zone.name })}
                    icon={<MapPin size={16} />}
                    size="sm"
                    onClick={() => setPlaces(zone)}
                  />
                </RowActions>
              </ListRow>
            )}
          </PagedRows>
        )}
      </ListScreen>
      <Suspense>{places && <PlacesDialog zone={places} onClose={() => setPlaces(null)} />}</Suspense>
    </>
  )
}
