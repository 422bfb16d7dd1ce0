import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true
/**
 * Knows no length of our own theme, as tailwind-merge does not: both classes stay, and the order of
 * the style sheet decides.
 */
const usual = (value: string) => !/^(control|row)\b/.test(value)
/**
 * Makes a group of each prefix, whatever follows it; of one with a `?` also of the prefix alone.
 */
const groups = (prefixes: string) =>
  Object.fromEntries(
    prefixes.split(' ').map(each => {
      const prefix = each.replace('?', '')
      return [prefix, [{ [prefix]: each === prefix ? [usual] : ['', usual] }]]
    }),
  )
const sides = (prefix: string, ends: string) => ends.split(' ').map(end => prefix + end)

/**
 * Groups of the utilities this web uses: tailwind-merge's own list of all there are weighs 6 kB of
 * every first load. `cn.test.ts` compares both over every class in the sources, and names what is
 * missing here.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...groups(
      'p px py ps pt pr pb pl m mx my mt mr mb ml w min-w max-w h min-h max-h size gap gap-x gap-y space-x space-y',
    ),
    ...groups(
      'inset inset-x inset-y top right bottom left z basis grow? shrink? order grid-cols col row-start auto-rows columns',
    ),
    ...groups(
      'rounded? rounded-t? rounded-r? rounded-b? rounded-l? rounded-tl? rounded-tr? opacity rotate translate-x translate-y',
    ),
    ...groups('line-clamp leading list content cursor animate transition? brightness aspect break-inside float'),
    ...groups(
      'self justify items place-self appearance field-sizing pointer-events touch select underline-offset decoration',
    ),
    ...groups('scroll-my scroll-mt scroll-mb scroll-pt overscroll overflow-x overflow-y box align whitespace'),
    ...Object.fromEntries(['bg', 'fill', 'stroke', 'accent'].map(prefix => [prefix, [{ [prefix]: [any] }]])),
    display: 'hidden inline flex grid inline-flex block inline-grid inline-block table contents'.split(' '),
    position: 'static relative absolute sticky fixed'.split(' '),
    visibility: ['visible', 'invisible'],
    sr: ['sr-only', 'not-sr-only'],
    overflow: [{ overflow: [any] }],
    object: [{ object: ['cover', 'contain'] }],
    'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
    flex: [{ flex: [any] }],
    'font-size': [{ text: ['xs', 'sm', 'base', 'md', 'lg', 'xl', '2xl'] }],
    'text-alignment': [{ text: ['left', 'center', 'right'] }],
    'text-overflow': ['truncate', 'text-ellipsis'],
    'text-wrap': [{ text: ['pretty', 'wrap', 'nowrap', 'balance'] }],
    'text-color': [{ text: [any] }],
    'font-family': ['font-sans', 'font-mono'],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    'font-style': ['italic', 'not-italic'],
    'text-decoration': ['underline', 'line-through', 'no-underline'],
    'text-transform': ['uppercase', 'normal-case'],
    break: ['break-all', 'break-words', 'break-normal'],
    wrap: ['wrap-anywhere'],
    'border-collapse': ['border-collapse'],
    'table-layout': ['table-fixed', 'table-auto'],
    'border-style': [{ border: ['solid', 'dashed', 'dotted'] }],
    'border-w': [{ border: ['', '0', '2'] }],
    ...groups('border-y? border-t? border-r? border-b? border-l? divide-y?'),
    'border-color': [{ border: [any] }],
    'divide-color': [{ divide: [any] }],
    'outline-style': ['outline-none'],
    'outline-offset': [{ 'outline-offset': [any] }],
    'outline-w': [{ outline: ['', '1', '2'] }],
    'outline-color': [{ outline: [any] }],
    shadow: [{ shadow: [(value: string) => value.startsWith('[')] }],
    'shadow-color': [{ shadow: [any] }],
    'ring-w': [{ ring: ['', '1', '2'] }],
    'ring-inset': ['ring-inset'],
    'ring-offset-w': [{ 'ring-offset': ['2'] }],
    'ring-offset-color': [{ 'ring-offset': [any] }],
    'ring-color': [{ ring: [any] }],
    resize: [{ resize: ['', 'none', 'y'] }],
    'snap-align': [{ snap: ['start', 'center', 'end'] }],
    'snap-type': [{ snap: ['x', 'y'] }],
    'snap-strictness': [{ snap: ['mandatory', 'proximity'] }],
  },
  conflictingClassGroups: {
    p: sides('p', 'x y s t r b l'),
    px: ['ps', 'pr', 'pl'],
    py: ['pt', 'pb'],
    m: sides('m', 'x y t r b l'),
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
    size: ['w', 'h'],
    gap: ['gap-x', 'gap-y'],
    inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
    'inset-x': ['right', 'left'],
    'inset-y': ['top', 'bottom'],
    overflow: ['overflow-x', 'overflow-y'],
    flex: ['basis', 'grow', 'shrink'],
    'font-size': ['leading'],
    'line-clamp': ['display', 'overflow'],
    rounded: sides('rounded', '-t -r -b -l -tl -tr'),
    'rounded-t': ['rounded-tl', 'rounded-tr'],
    'rounded-r': ['rounded-tr'],
    'rounded-l': ['rounded-tl'],
    'border-w': sides('border', '-y -t -r -b -l'),
    'border-y': ['border-t', 'border-b'],
    'scroll-my': ['scroll-mt', 'scroll-mb'],
  },
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  orderSensitiveModifiers: [
    '*',
    '**',
    'after',
    'backdrop',
    'before',
    'details-content',
    'file',
    'first-letter',
    'first-line',
    'marker',
    'placeholder',
    'selection',
  ],
}))

/** Joins class names; a later Tailwind utility replaces an earlier one of the same property. */
export function cn(...values: ClassValue[]) {
  return merge(clsx(values))
}
