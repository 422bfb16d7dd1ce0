import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Picture } from '#/components/ui/picture.tsx'
import { guidePicture } from './guide-pictures.ts'
import type { ListedGuide } from './guides.ts'
import { type Block, piecesOf } from './parse-guide.ts'

/** Shows one guide. It is written in Portuguese, whatever the language of the screen. */
export function GuideArticle({ guide }: { guide: ListedGuide }) {
  const { t } = useTranslation('helps')
  return (
    <article lang="pt-BR" className="max-w-4xl pb-8 [&>:not(figure)]:max-w-2xl">
      <Link to="/helps" className="inline-flex min-h-control items-center gap-1.5 text-accent-ink hover:underline">
        <ArrowLeft aria-hidden size={16} className="icon" />
        {t('guides.all')}
      </Link>
      <h2 className="mt-2 font-semibold text-xl">{guide.title}</h2>
      {guide.blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a guide never change
        <GuideBlock key={i} block={block} />
      ))}
    </article>
  )
}

function GuideBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="mt-6 font-semibold text-base">{block.text}</h3>
    case 'text':
      return (
        <p className="mt-2 leading-6">
          <Pieces text={block.text} />
        </p>
      )
    case 'list': {
      const items = block.items.map(item => (
        <li key={item}>
          <Pieces text={item} />
        </li>
      ))
      const style = 'mt-2 flex flex-col gap-1.5 pl-6 leading-6'
      return block.ordered ? (
        <ol className={`${style} list-decimal`}>{items}</ol>
      ) : (
        <ul className={`${style} list-disc`}>{items}</ul>
      )
    }
    case 'picture':
      return <Shown alt={block.alt} file={block.file} />
    case 'table':
      return (
        <div className="mt-3 overflow-x-auto rounded-md border border-line">
          <table className="w-full text-left">
            <thead className="bg-surface text-ink-2 text-sm">
              <tr>
                {block.head.map(cell => (
                  <th key={cell} className="px-3 py-2 font-medium">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map(row => (
                <tr key={row[0]} className="border-line border-t">
                  {row.map(cell => (
                    <td key={cell} className="px-3 py-2 align-top">
                      <Pieces text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}

/** Shows a picture once it comes near the view, in the room it will have; it opens in full size. */
function Shown({ alt, file }: { alt: string; file: string }) {
  const picture = guidePicture(file)
  if (!picture) return null
  return (
    <figure className="mt-4">
      <a href={picture.src} target="_blank" rel="noreferrer" className="inline-block max-w-full">
        <Picture
          {...picture}
          alt={alt}
          instead={alt}
          className="h-auto max-w-full rounded-md border border-line dark:opacity-90"
        />
      </a>
    </figure>
  )
}

function Pieces({ text }: { text: string }) {
  return piecesOf(text).map((piece, i) => {
    // The pieces of a text never change: the position is the identity.
    const key = `${i}-${piece.kind}`
    if (piece.kind === 'plain') return piece.text
    if (piece.kind === 'link')
      return (
        <Link key={key} to="/helps" search={{ guide: piece.guide }} className="text-accent-ink underline">
          {piece.text}
        </Link>
      )
    if (piece.kind === 'code')
      return (
        <code key={key} className="break-words rounded-sm bg-surface px-1 font-mono text-sm">
          {piece.text}
        </code>
      )
    return (
      <strong key={key} className="font-semibold">
        {piece.text}
      </strong>
    )
  })
}
