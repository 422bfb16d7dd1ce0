import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListQuery, ListStates } from '#/components/list-states.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'

interface CompanyRowsProps {
  list: ListQuery
  count: number
  icon: ReactNode
  texts: { hint: string; add: string; empty: string; emptyHint: string }
  onAdd: () => void
  children: ReactNode
}

/** Shows a short list of the company under its hint and the button that adds to it. */
export function CompanyRows({ list, count, icon, texts, onAdd, children }: CompanyRowsProps) {
  return (
    <>
      {count > 0 && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60 text-ink-2">{texts.hint}</p>
          <Button variant="primary" icon={<Plus size={16} />} onClick={onAdd}>
            {texts.add}
          </Button>
        </div>
      )}
      <ListStates
        list={list}
        count={count}
        rowHeight={56}
        rows={4}
        firstUse={
          <FirstUse icon={icon} title={texts.empty} addLabel={texts.add} onAdd={onAdd}>
            {texts.emptyHint}
          </FirstUse>
        }
      >
        {children}
      </ListStates>
    </>
  )
}
