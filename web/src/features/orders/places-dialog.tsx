import { zoneDetails } from '@balcao/shared/api/orders/zones.ts'
import type { Zone, ZoneDetail } from '@balcao/shared/entities/zone.ts'
import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { RowsDialog } from '#/components/rows-dialog.tsx'
import { formatMoney } from '#/lib/format.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'
import { PlaceDialog } from './place-dialog.tsx'

/** Shows the places a zone delivers to, with their freight. */
export function PlacesDialog({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(zoneDetails.list, page => page.zoneDetails, { zoneId: zone.id })
  return (
    <RowsDialog
      title={t('places.title', { name: zone.name })}
      size="lg"
      addLabel={t('places.add')}
      list={list}
      rows={rows}
      search={{ label: t('places.search'), ...search }}
      rowHeight={rowHeight}
      skeletons={5}
      firstUse={{ icon: <MapPin size={20} />, title: t('places.empty'), hint: t('places.emptyHint') }}
      removal={{
        title: place => t('places.deleteTitle', { name: nameOf(place) }),
        hint: t('places.deleteHint'),
        done: t('places.deleted'),
        call: place => api(zoneDetails.remove, { params: { id: place.id } }),
        list: zoneDetails.list,
        rowsKey: 'zoneDetails',
      }}
      dialog={(place, onClose) => <PlaceDialog zoneId={zone.id} place={place} like={rows[0]} onClose={onClose} />}
      onClose={onClose}
    >
      {(place, { edit, remove }) => (
        <ListRow active={false}>
          <RowOpener oneLine={oneLine} onOpen={() => edit(place)}>
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
            onEdit={oneLine ? () => edit(place) : undefined}
            onDelete={() => remove(place)}
          />
        </ListRow>
      )}
    </RowsDialog>
  )
}

const nameOf = ({ city, neighborhood }: ZoneDetail) => (neighborhood ? `${neighborhood}, ${city}` : city)
