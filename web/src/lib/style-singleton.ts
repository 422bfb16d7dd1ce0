import { useEffect } from 'react'

/**
 * Replaces the package `react-style-singleton` (see vite.config.ts), with the same three exports.
 * The package adds a <style> element, which our content security policy refuses; a constructed
 * style sheet is allowed.
 */
export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css: string) {
      if (users === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      users += 1
    },
    remove() {
      users -= 1
      if (users > 0 || !sheet) return
      const gone = sheet
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(each => each !== gone)
      sheet = null
    },
  }
}

// biome-ignore-start lint/correctness/noComponentHookFactories: the shape is the replaced package's
export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useStyle(css: string, isDynamic?: boolean) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the package's contract: a static style is set once
    useEffect(() => {
      sheet.add(css)
      return () => sheet.remove()
    }, [isDynamic ? css : null])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Style({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
// biome-ignore-end lint/correctness/noComponentHookFactories: as above
