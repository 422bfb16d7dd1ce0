import { ArrowDown } from 'lucide-react'

/** Shows the button over a log that leads to its newest message; the label counts new messages. */
export function ToEndButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute right-4 bottom-3 flex h-9 items-center gap-1.5 rounded-full border border-line-strong bg-raised px-3 font-medium text-sm shadow-overlay hover:bg-hover touch:h-11"
    >
      <ArrowDown size={16} className="icon" />
      {label}
    </button>
  )
}
