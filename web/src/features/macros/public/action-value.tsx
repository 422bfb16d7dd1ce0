import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { TICKET_PRIORITIES } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { apiQuery } from '#/lib/queries.ts'
import type { EditedAction } from './edited-action.ts'
import { EmailFields } from './email-fields.tsx'
import { NotifyFields } from './notify-fields.tsx'
import { SnoozeFields } from './snooze-fields.tsx'
import { TemplateValue } from './template-value.tsx'

interface ActionValueProps {
  action: EditedAction
  /** Accessible name of the field. */
  label: string
  invalid: boolean
  /** True if somebody runs it, to whom it can assign. */
  isRun: boolean
  onChange: (action: EditedAction) => void
}

/** Edits what an action needs: a text, or a choice among what the company has. */
export function ActionValue({ action, label, invalid, isRun, onChange }: ActionValueProps) {
  const { kind, value } = action
  const set = (next: string) => onChange({ ...action, value: next })
  const { t } = useTranslation(['macros', 'ticketDetails'])
  const named = useNamed(kind, isRun)
  switch (kind) {
    case 'reply':
    case 'note':
      return (
        <Textarea
          rows={3}
          maxLength={4096}
          aria-label={label}
          aria-invalid={invalid}
          value={value}
          onChange={event => set(event.target.value)}
        />
      )
    case 'email':
      return <EmailFields action={action} label={label} invalid={invalid} onChange={onChange} />
    case 'notify':
      return <NotifyFields action={action} label={label} invalid={invalid} onChange={onChange} />
    case 'template':
      return <TemplateValue label={label} value={value} invalid={invalid} onChange={set} />
    case 'snooze':
      return <SnoozeFields label={label} value={value} invalid={invalid} onChange={set} />
    case 'priority':
    case 'resolve': {
      const options = {
        priority: [...TICKET_PRIORITIES]
          .reverse()
          .map(each => ({ value: each, label: t(`ticketDetails:priority.${each}`) })),
        resolve: [
          { value: 'farewell', label: sentence(t('says.resolve')) },
          { value: 'silent', label: sentence(t('says.resolveSilently')) },
        ],
      }[kind]
      return <Select aria-label={label} value={value} options={options} onChange={event => set(event.target.value)} />
    }
    default:
      return (
        <Combobox
          label={label}
          placeholder={kind === 'assign' && isRun ? t('me') : t('choose')}
          loading={named.loading}
          options={named.options}
          value={value || null}
          onChange={chosen => set(chosen ?? '')}
          aria-invalid={invalid}
          {...(kind === 'assign' && isRun ? { clearLabel: t('me') } : {})}
        />
      )
  }
}

const sentence = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Returns what an action of a kind may name; a rule has quick replies for all alone. */
function useNamed(kind: EditedAction['kind'], isRun: boolean) {
  const isTag = kind === 'tag' || kind === 'untag'
  const allTags = useQuery({ ...apiQuery(tags.listAll), enabled: isTag })
  const allQueues = useQuery({ ...apiQuery(queue.list), enabled: kind === 'queue' })
  const allUsers = useQuery({ ...apiQuery(users.listAll), enabled: kind === 'assign' })
  const allQuick = useQuery({ ...apiQuery(quickMessages.listAll), enabled: kind === 'quick' })
  const allWebhooks = useQuery({ ...apiQuery(webhooks.listAll), enabled: kind === 'webhook' })
  const named = (row: { id: string; name: string; color?: string }) => ({
    value: row.id,
    label: row.name,
    ...(row.color ? { color: row.color } : {}),
  })
  const options = isTag
    ? allTags.data?.map(named)
    : kind === 'queue'
      ? allQueues.data?.map(named)
      : kind === 'assign'
        ? allUsers.data?.map(({ id, name }) => named({ id, name }))
        : kind === 'quick'
          ? allQuick.data
              ?.filter(({ geral }) => isRun || geral)
              .map(({ id, shortcode }) => named({ id, name: `/${shortcode}` }))
          : allWebhooks.data?.map(({ id, name }) => named({ id, name }))
  const loading = [allTags, allQueues, allUsers, allQuick, allWebhooks].some(query => query.isLoading)
  return { options: options ?? [], loading }
}
