import { EMOJI } from './emoji.ts'

/** Shows the emoji to choose from. */
export function EmojiGrid({ onChoose }: { onChoose: (emoji: string) => void }) {
  return (
    <div className="grid grid-cols-8 gap-0.5">
      {EMOJI.map(emoji => (
        <button
          key={emoji}
          type="button"
          onClick={() => onChoose(emoji)}
          className="flex size-8 items-center justify-center rounded-md text-lg hover:bg-hover"
        >
          {emoji}
        </button>
      ))}
    </div>
  )
}
