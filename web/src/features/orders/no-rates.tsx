import type { FreightMethod } from '@balcao/shared/entities/rate.ts'
import { Link } from '@tanstack/react-router'
import { Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'

/** Explains why this freight method has no store rates, and where to go instead. */
export function NoRates({ method }: { method: FreightMethod }) {
  const { t } = useTranslation('orders')
  const zones = method === 'byZone'
  return (
    <EmptyState
      icon={<Truck size={20} />}
      title={t(zones ? 'rates.byZone' : 'rates.notDelivery')}
      action={
        <>
          {zones && (
            <Button variant="primary" asChild>
              <Link to="/zones">{t('rates.toZones')}</Link>
            </Button>
          )}
          <Button variant={zones ? 'secondary' : 'primary'} asChild>
            <Link to="/settings">{t('rates.toSettings')}</Link>
          </Button>
        </>
      }
    >
      {t(zones ? 'rates.byZoneHint' : 'rates.notDeliveryHint')}
    </EmptyState>
  )
}
