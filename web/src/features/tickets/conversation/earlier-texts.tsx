import type { EarlierText } from '@balcao/shared/entities/message.ts'
import { formatWhen } from '#/lib/format.ts'

/** Texts a message had before, oldest first, each with who replaced it and when. */
export function EarlierTexts({ texts, className }: { texts: readonly EarlierText[]; className?: string }) {
  return (
    <span className={className}>
      {texts.map(({ body, editedAt, editedBy }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end
        <span key={i} className="wrap-anywhere block whitespace-pre-wrap">
          {body}
          {editedAt && (
            <span className="block text-xs opacity-80">
              → {editedBy && <bdi>{editedBy.name}</bdi>} {formatWhen(editedAt)}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
