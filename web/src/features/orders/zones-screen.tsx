import { zones } from '@balcao/shared/api/orders/zones.ts'
import type { Zone } from '@balcao/shared/entities/zone.ts'
import { MapPin, MapPinned } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'

const ZoneDialog = lazyPart(() => import('./zone-dialog.tsx').then(file => file.ZoneDialog))
const PlacesDialog = lazyPart(() => import('./places-dialog.tsx').then(file => file.PlacesDialog))

export function ZonesScreen() {
  const { t } = useTranslation(['orders', 'lists'])
  const { list, rows, search } = useRowList(zones.list, page => page.zones)
  const [places, setPlaces] = useState<Zone | null>(null)
  const switches = useBulkSwitch<Zone>({
    isOn: ({ isActive }) => isActive,
    call: ({ id }, isActive) => api(zones.update, { params: { id }, body: { isActive } }),
    route: zones.list,
    rowsKey: 'zones',
    nameOf: ({ name }) => name,
  })
  const columns: Column<Zone>[] = [
    { id: 'name', head: t('zones.name'), main: true, most: 420, text: ({ name }) => name },
    {
      id: 'active',
      head: t('lists:column.status'),
      beside: 16,
      text: ({ isActive }) => t(isActive ? 'active' : 'inactive'),
      cell: ({ isActive }) => <ActiveBadge active={isActive} />,
    },
  ]
  return (
    <>
      <ListScreen
        name="zones"
        title={t('zones.title')}
        addLabel={t('zones.add')}
        list={list}
        rows={rows}
        search={{ label: t('zones.search'), ...search }}
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
        nameOf={({ name }) => name}
        columns={columns}
        card={({ name, isActive }) => ({
          title: <span className="truncate">{name}</span>,
          line: <ActiveBadge active={isActive} />,
        })}
        more={zone => [
          {
            id: 'places',
            label: t('zones.places', { name: zone.name }),
            short: t('zones.placesShort'),
            icon: <MapPin size={16} />,
            run: () => setPlaces(zone),
          },
        ]}
        bulk={switches}
        dialog={(zone, onClose) => <ZoneDialog zone={zone} onClose={onClose} onMade={setPlaces} />}
      />
      <Suspense>{places && <PlacesDialog zone={places} onClose={() => setPlaces(null)} />}</Suspense>
    </>
  )
}
