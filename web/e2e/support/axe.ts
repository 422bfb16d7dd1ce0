import source from 'axe-core/axe.min.js?raw'
import type { Page } from 'playwright-core'

type Violation = { id: string; impact: string | null; nodes: { target: unknown[]; failureSummary?: string }[] }

/** What axe finds against WCAG 2.2 A and AA on the page as it stands, in words. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Through the debugger, since the content security policy lets no foreign script in.
  await page.evaluate(source)
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: unknown[] }> }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    return (await inPage.run(document, { runOnly: { type: 'tag', values: tags } })).violations
  })
  return (violations as Violation[]).flatMap(({ id, impact, nodes }) =>
    nodes.map(node => `${id} (${impact}): ${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
  )
}
