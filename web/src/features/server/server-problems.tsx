import type { ServerProblem } from '@balcao/shared/rules/server-problems.ts'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'

/** Shows what is wrong with the server and what to do; renders nothing when all is well. */
export function ServerProblems({ problems }: { problems: readonly ServerProblem[] }) {
  const { t } = useTranslation('server')
  if (problems.length === 0) return null
  return (
    <div role="alert">
      <ul className="flex flex-col gap-2">
        {problems.map(problem => (
          <li
            key={problem}
            className={cn(
              'flex items-start gap-2 rounded-md px-4 py-3',
              problem === 'storageFull' ? 'bg-danger-soft text-danger-ink' : 'bg-warning-soft text-warning-ink',
            )}
          >
            <TriangleAlert aria-hidden size={16} className="icon mt-0.5 shrink-0" />
            <span>
              <span className="block font-semibold">{t(`problem.${problem}.title`)}</span>
              {t(`problem.${problem}.hint`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
