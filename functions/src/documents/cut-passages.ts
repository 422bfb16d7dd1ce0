/**
 * Cuts a document into passages: paragraphs under the same headings together, as many as fit. Only
 * a paragraph longer than a passage is cut itself, behind a sentence or at least a word, and the
 * next passage begins with the end of the last one.
 */
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { Block } from './block.ts'

export type Passage = {
  /** Headings above it, outermost first, joined by ` › `. */
  heading: string
  text: string
}

/** Maximum characters (UTF-16 units) of a passage. */
export const PASSAGE_LENGTH = 1200
/** Maximum characters of the headings above a passage. */
const HEADING_LENGTH = 200
/** Characters of the last passage with which the next one of a cut paragraph begins, at most. */
const OVERLAP = 150
/** A passage that is cut has at least this share of its length before the cut. */
const LEAST_SHARE = 0.6

export function* cutPassages(blocks: Iterable<Block>): Generator<Passage> {
  let path: Block[] = []
  let paragraphs: string[] = []
  let length = 0
  /** True if text stands below the innermost heading. */
  let isUsed = true
  function* flush(): Generator<Passage> {
    if (paragraphs.length > 0) yield { heading: headingOf(path), text: paragraphs.join('\n') }
    paragraphs = []
    length = 0
  }
  for (const { level, text } of blocks) {
    if (text === '') continue
    if (level > 0) {
      yield* flush()
      // A heading without text below it is text itself: nothing of a document is lost.
      const last = path.at(-1)
      if (!isUsed && last && level <= last.level) yield { heading: headingOf(path.slice(0, -1)), text: last.text }
      path = [...path.filter(above => above.level < level), { level, text: cutText(text, PASSAGE_LENGTH) }]
      isUsed = false
      continue
    }
    isUsed = true
    for (const piece of piecesOf(text)) {
      if (length + piece.length + 1 > PASSAGE_LENGTH) yield* flush()
      paragraphs.push(piece)
      length += piece.length + 1
    }
  }
  yield* flush()
  const last = path.at(-1)
  if (!isUsed && last) yield { heading: headingOf(path.slice(0, -1)), text: last.text }
}

const headingOf = (path: readonly Block[]): string => {
  const heading = path.map(({ text }) => text.replace(/\s+/g, ' ')).join(' › ')
  // The innermost headings say most.
  return heading.length <= HEADING_LENGTH ? heading : `…${heading.slice(-(HEADING_LENGTH - 1)).toWellFormed()}`
}

/** Yields a paragraph in pieces of at most a passage. */
function* piecesOf(text: string): Generator<string> {
  let at = 0
  while (text.length - at > PASSAGE_LENGTH) {
    const end = at + cutAt(text.slice(at, at + PASSAGE_LENGTH + 1))
    yield text.slice(at, end).trim()
    at = overlapFrom(text, at, end)
  }
  const rest = text.slice(at).trim()
  if (rest !== '') yield rest
}

/** Returns where to cut a text that is one character too long: the best of the last places. */
function cutAt(text: string): number {
  const least = PASSAGE_LENGTH * LEAST_SHARE
  for (const end of [/[.!?…]["”')]*\s|\n/g, /[;:]\s/g, /\s/g]) {
    const last = [...text.matchAll(end)].at(-1)
    if (last && last.index + last[0].length > least) return Math.min(PASSAGE_LENGTH, last.index + last[0].length)
  }
  const space = text.search(/\s\S*$/)
  if (space > 0) return space
  // One word fills the passage: it is cut, but no character is.
  return cutText(text, PASSAGE_LENGTH).length || PASSAGE_LENGTH
}

/** Returns where the next piece begins: a word at most `OVERLAP` characters before the cut. */
function overlapFrom(text: string, begin: number, end: number): number {
  const from = Math.max(begin + 1, end - OVERLAP)
  const overlap = text.slice(from, end)
  const sentence = /[.!?…]["”')]*\s+(?=\S)/.exec(overlap)
  const word = sentence ?? /\s+(?=\S)/.exec(overlap)
  return word ? from + word.index + word[0].length : end
}
