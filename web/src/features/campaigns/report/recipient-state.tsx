import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import {
  Ban,
  Check,
  CheckCheck,
  CircleCheck,
  CircleHelp,
  Clock,
  MessageSquareReply,
  PhoneOff,
  TriangleAlert,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

const LOOKS = {
  waiting: { tone: 'neutral', Icon: Clock },
  confirmationAsked: { tone: 'info', Icon: CircleHelp },
  confirmed: { tone: 'accent', Icon: CircleCheck },
  sent: { tone: 'neutral', Icon: Check },
  delivered: { tone: 'neutral', Icon: CheckCheck },
  read: { tone: 'info', Icon: CheckCheck },
  answered: { tone: 'success', Icon: MessageSquareReply },
  invalid: { tone: 'warning', Icon: PhoneOff },
  optedOut: { tone: 'warning', Icon: Ban },
  failed: { tone: 'danger', Icon: TriangleAlert },
} as const satisfies Record<RecipientState, object>

/** Shows the state of a recipient: an icon and a word. */
export function RecipientStateBadge({ state }: { state: RecipientState }) {
  const { t } = useTranslation('campaignReport')
  const { tone, Icon } = LOOKS[state]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden size={12} className="icon shrink-0" />
      {t(`state.${state}`)}
    </Badge>
  )
}
