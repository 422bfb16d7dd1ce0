import type { Contract } from '@balcao/shared/entities/contract.ts'
import { PackageOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'

/** Shows the equipment handed over with a contract. */
export function EquipmentDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const { t } = useTranslation(['contracts', 'common'])
  const { equipments, number } = contract
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('equipmentsOf', { number })}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      {equipments.length === 0 ? (
        <EmptyState icon={<PackageOpen size={20} />} title={t('noEquipments')}>
          {t('noEquipmentsHint')}
        </EmptyState>
      ) : (
        <Table>
          <TableHead>
            <tr>
              <TableHeader>{t('equipment')}</TableHeader>
              <TableHeader>{t('serialNumber')}</TableHeader>
            </tr>
          </TableHead>
          <tbody>
            {equipments.map(({ name, serialNumber }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows without state, of which two may say the same
              <TableRow key={index}>
                <TableCell title={name}>{name}</TableCell>
                <TableCell className="tabular" title={serialNumber}>
                  {serialNumber || '–'}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  )
}
