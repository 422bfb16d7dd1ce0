import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { mayChangeConnection, mayDeleteCampaign } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { useNavigate } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '#/components/list-screen.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { campaignCard, useCampaignActions, useCampaignColumns } from './campaign-row.tsx'
import { ChoosingConnection } from './choosing-connection.tsx'
import { useCampaignMoves } from './use-campaign-moves.ts'

const CampaignDialog = lazyPart(() => import('./campaign-dialog.tsx').then(file => file.CampaignDialog))

export function CampaignsScreen() {
  const { t } = useTranslation('campaigns')
  const columns = useCampaignColumns()
  const { list, rows, search } = useRowList(campaigns.list, page => page.records)
  const moves = useCampaignMoves()
  const navigate = useNavigate()
  const report = ({ id }: Campaign) => void navigate({ to: '/campaign/$campaignId/report', params: { campaignId: id } })
  const actions = useCampaignActions(rows, { report, cancel: moves.cancel, restart: row => void moves.restart(row) })
  return (
    <>
      <ListScreen
        name="campaigns"
        title={t('title')}
        addLabel={t('add')}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        skeletons={8}
        firstUse={{ icon: <Megaphone size={20} />, title: t('empty'), hint: t('emptyHint') }}
        removal={{
          title: ({ name }) => t('deleteTitle', { name }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: ({ id }) => api(campaigns.remove, { params: { id } }),
          list: campaigns.list,
          rowsKey: 'records',
        }}
        dialog={(campaign, onClose) => <CampaignDialog campaign={campaign} onClose={onClose} />}
        nameOf={({ name }) => name}
        columns={columns}
        card={campaignCard}
        more={actions}
        mayEdit={({ status }) => mayChangeConnection(status)}
        mayDelete={({ status }) => mayDeleteCampaign(status)}
      />
      <ChoosingConnection moves={moves} />
    </>
  )
}
