import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import type { ListedGuide } from './guides.ts'

/** Shows guides as cards with their title and first words. */
export function GuideList({ guides }: { guides: readonly ListedGuide[] }) {
  return (
    <ul lang="pt-BR" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {guides.map(({ name, title, about }) => (
        <li key={name}>
          <Link
            to="/helps"
            search={{ guide: name }}
            className="flex h-full gap-3 rounded-md border border-line bg-surface p-3 hover:bg-hover"
          >
            <BookOpen aria-hidden size={16} className="icon mt-0.5 shrink-0 text-ink-2" />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="mt-0.5 line-clamp-2 block text-ink-2 text-sm">{about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
