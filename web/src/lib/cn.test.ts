import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, it } from 'vitest'
import { cn } from './cn.ts'

/** Merges with every group that tailwind-merge knows, and the sizes of text that our theme adds. */
const whole = extendTailwindMerge({
  cacheSize: 0,
  extend: { classGroups: { 'font-size': [{ text: ['xs', 'sm', 'base', 'md', 'lg', 'xl'] }] } },
})

/** Returns the words of all string literals of the sources that are utilities, without variants. */
function utilities(): string[] {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const words = files
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|lib.cn\.ts$/.test(file))
    .flatMap(file => readFileSync(folder + file, 'utf8').match(/(?<=["'`\s])[-\w:!/.()[\],%*+&>=]+(?=["'`\s])/g) ?? [])
    .map(word => word.replace(/^.*:(?![^[]*\])/, ''))
  const lengths = readFileSync(`${folder}styles/app.css`, 'utf8').matchAll(/--(?:spacing|height)-([a-z-]+):/g)
  const own = new RegExp(`^(min-|max-)?(h|w|size)-(${[...lengths].map(([, name]) => name).join('|')})$`)
  // What merges with itself is a utility, and so are lengths of our
  // theme; any other word stays twice.
  return [...new Set(words)].filter(
    word => /^[-a-z]/.test(word) && (own.test(word) || whole(`${word} ${word}`) === word),
  )
}

// Of a class and itself both would do: words of the code such as
// `filter` are taken for classes, too.
it('merges all classes of the sources as tailwind-merge does with all of its groups', () => {
  const all = utilities()
  expect(all.length).toBeGreaterThan(500)
  const differing = all.flatMap(first =>
    all
      .filter(second => second !== first && cn(first, second) !== whole(first, second))
      .map(second => `${first} ${second}`),
  )
  expect(differing).toEqual([])
})
