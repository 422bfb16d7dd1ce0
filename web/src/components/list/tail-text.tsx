/** Longest last word that stays in view, letters. */
const MOST = 14

/**
 * Shows a text that is cut before its last word, so that two names which differ in it can be told
 * apart.
 */
export function TailText({ text }: { text: string }) {
  const at = text.lastIndexOf(' ')
  const tail = text.slice(at + 1)
  if (at < 1 || tail.length > MOST) return <bdi className="truncate">{text}</bdi>
  return (
    <bdi className="flex min-w-0">
      <span className="truncate">{text.slice(0, at)}</span>
      <span className="shrink-0 whitespace-pre">{` ${tail}`}</span>
    </bdi>
  )
}
