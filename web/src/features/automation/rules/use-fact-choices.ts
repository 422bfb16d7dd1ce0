import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { fields } from '@balcao/shared/api/company/fields.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { type ConditionField, ownFact } from '@balcao/shared/entities/rule.ts'
import { TICKET_PRIORITIES, type TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ComboboxOption } from '#/components/ui/combobox-option.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { usePlan } from '#/lib/use-plan.ts'

const STATUSES: readonly TicketStatus[] = ['pending', 'open', 'closed']

/** Calling codes that are offered, with the country that has each. */
const COUNTRIES: readonly [code: string, region: string][] = [
  ['55', 'BR'],
  ['54', 'AR'],
  ['591', 'BO'],
  ['56', 'CL'],
  ['57', 'CO'],
  ['593', 'EC'],
  ['595', 'PY'],
  ['51', 'PE'],
  ['598', 'UY'],
  ['58', 'VE'],
  ['52', 'MX'],
  ['1', 'US'],
  ['351', 'PT'],
  ['34', 'ES'],
  ['33', 'FR'],
  ['39', 'IT'],
  ['49', 'DE'],
  ['44', 'GB'],
  ['244', 'AO'],
  ['258', 'MZ'],
  ['81', 'JP'],
]

export type FactChoices = Partial<Record<ConditionField, readonly ComboboxOption[]>> & {
  /** Custom fields of the company. */
  own: readonly CustomField[]
}

/** Returns the values of each fact that is a choice, by name; a fact without them is typed. */
export function useFactChoices(): FactChoices {
  const { t, i18n } = useTranslation(['rules', 'tickets', 'ticketDetails'])
  const maySell = usePlan()?.useSales === true
  const queues = useQuery(apiQuery(queue.list)).data ?? []
  const people = useQuery(apiQuery(users.listAll)).data ?? []
  const allTags = useQuery(apiQuery(tags.listAll)).data ?? []
  const connections = useQuery(apiQuery(whatsapp.list)).data ?? []
  const statuses = useQuery({ ...apiQuery(statusBudgets.listAll), enabled: maySell }).data ?? []
  const own = useQuery(apiQuery(fields.listAll)).data ?? []
  const regions = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const languages = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const optionsOf = ({ type, choices }: CustomField) =>
    type === 'choice'
      ? choices.map(value => ({ value, label: value }))
      : type === 'boolean'
        ? (['true', 'false'] as const).map(value => ({ value, label: t(`own.${value}`) }))
        : undefined
  return {
    queue: queues.map(({ id, name, color }) => ({ value: id, label: name, color })),
    user: people.map(({ id, name }) => ({ value: id, label: name })),
    tag: allTags.map(({ id, name, color }) => ({ value: id, label: name, color })),
    contactTag: allTags.map(({ id, name, color }) => ({ value: id, label: name, color })),
    connection: connections.map(({ id, name, channel }) => ({
      value: id,
      label: name,
      ...(channel ? { channel } : {}),
    })),
    status: STATUSES.map(value => ({ value, label: t(`tickets:status.${value}`) })),
    priority: TICKET_PRIORITIES.map(value => ({ value, label: t(`ticketDetails:priority.${value}`) })),
    hours: (['open', 'closed'] as const).map(value => ({ value, label: t(`hours.${value}`) })),
    language: ['pt', 'en', 'es'].map(value => ({ value, label: languages.of(value) ?? value })),
    country: COUNTRIES.map(([value, region]) => ({ value, label: regions.of(region) ?? region, hint: `+${value}` })),
    goal: (['firstAnswer', 'resolution'] as const).map(value => ({ value, label: t(`goal.${value}`) })),
    orderStatus: statuses.map(({ id, name }) => ({ value: id, label: name })),
    ...Object.fromEntries(own.flatMap(field => (optionsOf(field) ? [[ownFact(field.id), optionsOf(field)]] : []))),
    own,
  }
}
