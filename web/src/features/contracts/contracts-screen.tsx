import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import type { Contract } from '@balcao/shared/entities/contract.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { FileSignature, PackageOpen, Send } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '#/components/list-screen.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess, useMayDo } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ContractFacts, useContractColumns } from './contract-columns.tsx'

const ContractDialog = lazyPart(() => import('./contract-dialog.tsx').then(file => file.ContractDialog))
const EquipmentDialog = lazyPart(() => import('./equipment-dialog.tsx').then(file => file.EquipmentDialog))

const route = getRouteApi('/_app/contracts')

export function ContractsScreen() {
  const { t } = useTranslation('contracts')
  const columns = useContractColumns()
  const { list, rows, search } = useRowList(contracts.list, page => page.contracts)
  // The contract that a link opens.
  const navigate = useNavigate()
  const { edit: linkedId = '' } = route.useSearch()
  const linked = useQuery({ ...apiQuery(contracts.get, { params: { id: linkedId } }), enabled: linkedId !== '' })
  const leave = () => void navigate({ to: '/contracts', search: {}, replace: true })
  const { error } = linked
  useEffect(() => {
    if (error && linkedId) {
      toast.error(error)
      void navigate({ to: '/contracts', search: {}, replace: true })
    }
  }, [error, linkedId, navigate])
  const [equipment, setEquipment] = useState<Contract | null>(null)
  // Only users who may set a contract's owner can create one.
  const mayAdd = useMayDo('user-modal:editProfile')
  const mayPublish = useMayAccess('catalog')
  const publish = useMutation({
    mutationFn: (contract: Contract) => api(contracts.publish, { params: { id: contract.id } }),
    onSuccess: row => {
      applyListEvent(queryClient, contracts.list, 'contracts', { action: 'update', row })
      toast.success(t('publishedNow'))
    },
    onError: toast.error,
  })
  const askPublish = async (contract: Contract) => {
    const { number } = contract
    const yes = await confirm({
      title: t('publishTitle', { number }),
      description: t('publishHint'),
      confirmLabel: t('publishYes'),
      tone: 'neutral',
    })
    if (yes) publish.mutate(contract)
  }
  return (
    <>
      <ListScreen
        name="contracts"
        title={t('title')}
        addLabel={t('add')}
        mayAdd={mayAdd}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        skeletons={8}
        firstUse={{
          icon: <FileSignature size={20} />,
          title: t('empty'),
          hint: mayAdd ? t('emptyHint') : t('emptyHintOthers'),
        }}
        removal={{
          title: ({ number }) => t('deleteTitle', { number }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: ({ id }) => api(contracts.remove, { params: { id } }),
          list: contracts.list,
          rowsKey: 'contracts',
        }}
        dialog={(contract, onClose) => <ContractDialog contract={contract} onClose={onClose} />}
        nameOf={({ number }) => number}
        columns={columns}
        card={contract => ({
          title: (
            <>
              <span className="max-w-28 shrink-0 truncate">{contract.number}</span>
              <bdi className="min-w-0 flex-1 truncate font-normal">{contract.customer.fullName}</bdi>
            </>
          ),
          line: <ContractFacts contract={contract} />,
        })}
        more={contract => [
          {
            id: 'equipment',
            label: t('equipmentsOf', { number: contract.number }),
            short: t('equipments'),
            icon: <PackageOpen size={16} />,
            run: () => setEquipment(contract),
          },
          ...(mayPublish
            ? [
                {
                  id: 'publish',
                  label: t('publish', { number: contract.number }),
                  short: t('publishYes'),
                  icon: <Send size={16} />,
                  loading: publish.isPending && publish.variables.id === contract.id,
                  run: contract.published ? undefined : () => void askPublish(contract),
                },
              ]
            : []),
        ]}
        mayDelete={({ published }) => !published}
      />
      <Suspense>
        {linkedId && linked.data && <ContractDialog key={linkedId} contract={linked.data} onClose={leave} />}
      </Suspense>
      <Suspense>{equipment && <EquipmentDialog contract={equipment} onClose={() => setEquipment(null)} />}</Suspense>
    </>
  )
}
