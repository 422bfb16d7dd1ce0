import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['xs', 'sm', 'base', 'md', 'lg', 'xl'] }] } },
})

/** Joins class names; a later Tailwind utility replaces an earlier one of the same property. */
export function cn(...values: ClassValue[]) {
  return merge(clsx(values))
}
