import { z } from 'zod'

/** A node of Typebot's rich text: an element with children, or a text with its marks. */
type Node = {
  type?: string | undefined
  text?: string | undefined
  url?: string | undefined
  bold?: boolean | undefined
  italic?: boolean | undefined
  children?: Node[] | undefined
}

/** Parsed loosely: an unknown node counts as its children. */
export const RichText: z.ZodType<Node[]> = z.array(
  z.lazy(() =>
    z.object({
      type: z.string().optional().catch(undefined),
      text: z.string().optional().catch(undefined),
      url: z.string().optional().catch(undefined),
      bold: z.boolean().optional().catch(undefined),
      italic: z.boolean().optional().catch(undefined),
      children: RichText.optional().catch(undefined),
    }),
  ),
)

/** Maximum depth: nobody writes deeper nesting. */
const DEEPEST = 20

/**
 * Converts rich text to WhatsApp's marks: `*bold*`, `_italic_`, lists with a dash or a number, a
 * link as its address after its words.
 */
export const whatsappText = (nodes: readonly Node[]): string => blocks(nodes, 0).join('\n').trim()

const ITEMS = new Set(['ul', 'ol'])
const BLOCKS = new Set(['p', 'li', 'lic', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Returns a line for every node, and for every item of a list. */
function blocks(nodes: readonly Node[], depth: number): string[] {
  if (depth > DEEPEST) return []
  return nodes.flatMap(node => {
    const { type = '', children = [] } = node
    if (ITEMS.has(type))
      return children.flatMap((item, place) => {
        const [first = '', ...more] = blocks([{ ...item, type: 'group' }], depth + 1)
        return [`${type === 'ol' ? `${place + 1}.` : '-'} ${first}`, ...more]
      })
    if (children.some(({ type: inner = '' }) => BLOCKS.has(inner) || ITEMS.has(inner)))
      return blocks(children, depth + 1)
    return [inline(node, depth)]
  })
}

function inline({ type, text, url, bold, italic, children }: Node, depth: number): string {
  if (depth > DEEPEST) return ''
  if (text !== undefined) return marked(marked(text, bold, '*'), italic, '_')
  const words = (children ?? []).map(child => inline(child, depth + 1)).join('')
  if (type !== 'a' || !url || url === words) return words
  return words.trim() ? `${words} (${url})` : url
}

/** Adds a mark inside the surrounding spaces: WhatsApp needs it next to the words. */
function marked(text: string, isMarked: boolean | undefined, mark: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return isMarked && words ? `${before}${mark}${words}${mark}${after}` : text
}
