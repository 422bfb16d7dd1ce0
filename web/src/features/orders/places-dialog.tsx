import { zoneDetails } from '@balcao/shared/api/orders/zones.ts'
import type { Zone, ZoneDetail } from '@balcao/shared/entities/zone.ts'
import { MapPin, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { SearchInput } from '#/components/ui/input.tsx'
import { formatMoney } from '#/lib/format.ts'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'
import { PlaceDialog } from './place-dialog.tsx'

/** Where a zone delivers and what it costs there. */
export function PlacesDialog({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(zoneDetails.list, page => page.zoneDetails, { zoneId: zone.id })
  const [shown, setShown] = useState<ZoneDetail | 'new' | null>(null)
  const add = () => setShown('new')
  const askRemove = useRemove<ZoneDetail>({
    title: place => t('places.deleteTitle', { name: nameOf(place) }),
    hint: t('places.deleteHint'),
    done: t('places.deleted'),
    call: place => api(zoneDetails.remove, { params: { id: place.id } }),
    forget: place => applyListEvent(queryClient, zoneDetails.list, 'zoneDetails', { action: 'delete', id: place.id }),
  })
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={t('places.title', { name: zone.name })} size="lg">
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col gap-3">
        {(rows.length > 0 || search.text !== '') && (
          <div className="flex flex-wrap items-center justify-end gap-2">
            <div className="min-w-56 flex-1">
              <SearchInput label={t('places.search')} value={search.text} onChange={search.onChange} />
            </div>
            <Button variant="primary" icon={<Plus size={16} />} onClick={add}>
              {t('places.add')}
            </Button>
          </div>
        )}
        <ListStates
          list={list}
          count={rows.length}
          rowHeight={rowHeight}
          rows={5}
          search={search}
          firstUse={
            <FirstUse icon={<MapPin size={20} />} title={t('places.empty')} addLabel={t('places.add')} onAdd={add}>
              {t('places.emptyHint')}
            </FirstUse>
          }
        >
          <PagedRows
            list={list}
            label={t('places.title', { name: zone.name })}
            items={rows}
            rowHeight={rowHeight}
            activeIndex={-1}
          >
            {place => (
              <ListRow active={false}>
                <RowOpener oneLine={oneLine} onOpen={() => setShown(place)}>
                  <span title={nameOf(place)} className="min-w-0 flex-1 truncate">
                    <span className="font-medium">{place.neighborhood || place.city}</span>
                    <span className="ml-2 text-ink-2">{place.neighborhood ? place.city : t('places.whole')}</span>
                  </span>
                  <span className="flex items-center gap-3">
                    {!place.isActive && <ActiveBadge active={false} />}
                    <span className="tabular text-right">{formatMoney(place.rate)}</span>
                  </span>
                </RowOpener>
                <RowActions
                  name={nameOf(place)}
                  onEdit={oneLine ? () => setShown(place) : undefined}
                  onDelete={() => void askRemove(place)}
                />
              </ListRow>
            )}
          </PagedRows>
        </ListStates>
      </div>
      {shown && (
        <PlaceDialog
          zoneId={zone.id}
          place={shown === 'new' ? null : shown}
          like={rows[0]}
          onClose={() => setShown(null)}
        />
      )}
    </Dialog>
  )
}

const nameOf = ({ city, neighborhood }: ZoneDetail) => (neighborhood ? `${neighborhood}, ${city}` : city)
