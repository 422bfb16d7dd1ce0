import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { files } from '@balcao/shared/api/content/files.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ComboboxOption } from '#/components/ui/combobox-option.tsx'
import { apiQuery } from '#/lib/queries.ts'

/** Returns the options, and the campaign's own values where they are not among them. */
export function useCampaignChoices(campaign: Campaign | null) {
  const { t } = useTranslation('campaigns')
  const lists = useQuery(apiQuery(contactLists.listAll)).data ?? []
  const allTags = useQuery(apiQuery(tags.listAll)).data ?? []
  const connections = useQuery(apiQuery(whatsapp.list, { query: { session: '0' } })).data ?? []
  const fileLists = useQuery(apiQuery(files.listAll)).data ?? []
  const people = (count: number) => t('people', { count })
  const withOwn = (options: ComboboxOption[], own: { id: string; name: string } | null | undefined) =>
    own && !options.some(({ value }) => value === own.id) ? [...options, { value: own.id, label: own.name }] : options
  return {
    /** Connections whose campaigns send templates. */
    official: new Set(connections.flatMap(each => (capabilitiesOf(each).window === 'template' ? each.id : []))),
    /** Connections whose files have the Cloud API's limits. */
    cloudLimits: new Set(connections.flatMap(each => (capabilitiesOf(each).mediaLimits === 'cloud' ? each.id : []))),
    lists: withOwn(
      lists.map(({ id, name, contactsCount }) => ({ value: id, label: name, hint: people(contactsCount) })),
      campaign?.contactList,
    ),
    tags: withOwn(
      allTags.map(({ id, name, color, ticketsCount }) => ({
        value: id,
        label: name,
        color,
        hint: t('tickets', { count: ticketsCount }),
      })),
      campaign?.tagList,
    ),
    connections: withOwn(
      connections
        .filter(each => capabilitiesOf(each).startsByNumber)
        .map(({ id, name, status }) => ({
          value: id,
          label: name,
          ...(status === 'CONNECTED' ? {} : { hint: t('notConnected') }),
        })),
      campaign?.whatsapp,
    ),
    fileLists: withOwn(
      fileLists.map(({ id, name, options }) => ({
        value: id,
        label: name,
        hint: t('fileCount', { count: options.length }),
      })),
      campaign?.fileList,
    ),
  }
}
