import type { ServerStatus } from '@balcao/shared/entities/server-status.ts'
import { useTranslation } from 'react-i18next'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { formatNumber } from '#/lib/format.ts'
import { useAgeText } from './age-text.ts'
import { placeOf, taskKindOf, useTaskKindText } from './task-kind.ts'

type Queue = NonNullable<ServerStatus['queues']>[number]

/** Returns one line for each kind of task: commands to phones wait in several queues. */
function byKind(queues: readonly Queue[]): Queue[] {
  const kinds = [...Map.groupBy(queues, ({ name }) => taskKindOf(name))]
  return kinds
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([name, all]) => ({
      name,
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      oldestSeconds: Math.max(...all.map(({ oldestSeconds }) => oldestSeconds)),
    }))
}

/** Shows how many tasks of each kind wait, and for how long. */
export function QueuesPanel({ queues }: { queues: readonly Queue[] }) {
  const { t } = useTranslation('server')
  const kindText = useTaskKindText()
  const ageText = useAgeText()
  return (
    <section aria-labelledby="server-queues">
      <h2 id="server-queues" className="mb-2 font-semibold">
        {t('queues.title')}
      </h2>
      <Table aria-labelledby="server-queues">
        <TableHead>
          <tr>
            <TableHeader>{t('queues.kind')}</TableHeader>
            <TableHeader numeric>{t('queues.waiting')}</TableHeader>
            <TableHeader numeric>{t('queues.oldest')}</TableHeader>
          </tr>
        </TableHead>
        <tbody>
          {byKind(queues).map(({ name, waiting, oldestSeconds }) => (
            <TableRow key={name}>
              <TableCell className="max-w-none whitespace-normal">{kindText(name)}</TableCell>
              <TableCell numeric>{formatNumber(waiting)}</TableCell>
              <TableCell numeric>{waiting > 0 ? ageText(oldestSeconds) : '–'}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
