import { formatText, mayHaveLinks, type Piece } from '@balcao/shared/rules/text-marks.ts'
import { memo, useEffect } from 'react'
import { linkFinder } from '#/lib/link-finder.ts'
import { useStore } from '#/lib/store.ts'

/**
 * Shows a message's text with WhatsApp's formatting as React nodes; a text can never become markup.
 */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  const finder = useStore(linkFinder.store)
  useEffect(() => {
    if (mayHaveLinks(text)) linkFinder.preload()
  }, [text])
  return (
    <bdi className="wrap-anywhere whitespace-pre-wrap">
      <Pieces pieces={formatText(text, finder?.findLinks ?? null)} />
    </bdi>
  )
})

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, i) => {
    // A text's pieces never change their order: the position is the identity.
    const key = `${i}-${piece.kind}`
    switch (piece.kind) {
      case 'text':
        return piece.text
      case 'bold':
        return (
          <strong key={key} className="font-semibold">
            <Pieces pieces={piece.children} />
          </strong>
        )
      case 'italic':
        return (
          <em key={key}>
            <Pieces pieces={piece.children} />
          </em>
        )
      case 'strike':
        return (
          <s key={key}>
            <Pieces pieces={piece.children} />
          </s>
        )
      case 'code':
        return (
          <code key={key} className="rounded-sm bg-active px-1 font-mono text-sm">
            {piece.text}
          </code>
        )
      case 'block':
        return (
          <code key={key} className="my-1 block whitespace-pre-wrap rounded-md bg-active p-2 font-mono text-sm">
            {piece.text}
          </code>
        )
      case 'link':
        return (
          <a
            key={key}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent-ink underline underline-offset-2"
          >
            {piece.text}
          </a>
        )
    }
    return null
  })
}
