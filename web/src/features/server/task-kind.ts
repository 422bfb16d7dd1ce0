import { useTranslation } from 'react-i18next'

const KINDS = [
  'inbound',
  'outbound',
  'jobs',
  'timers',
  'mail',
  'ticks',
  'machines',
  'deliveries',
  'pages',
  'pushes',
] as const
type Kind = (typeof KINDS)[number]

const isKind = (name: string): name is Kind => KINDS.some(kind => kind === name)

/** Returns the kind of task a queue holds: `outbound` for `outbound-3-dlq.fifo`. */
export const taskKindOf = (queue: string): string =>
  queue
    .replace(/\.fifo$/, '')
    .replace(/-dlq$/, '')
    .replace(/-\d+$/, '')

/** Returns the place of a kind in a list: messages first, unknown ones last. */
export const placeOf = (kind: string): number => (isKind(kind) ? KINDS.indexOf(kind) : KINDS.length)

/** Returns a function that names a kind of task; an unknown one keeps the queue's own name. */
export function useTaskKindText(): (queue: string) => string {
  const { t } = useTranslation('server')
  return queue => {
    const kind = taskKindOf(queue)
    return isKind(kind) ? t(`kind.${kind}`) : queue
  }
}
