import source from 'axe-core/axe.min.js?raw'
import type { Page } from 'playwright-core'

type Violation = { id: string; impact: string | null; nodes: { target: unknown[]; failureSummary?: string }[] }

/**
 * Returns what axe finds against WCAG 2.2 A and AA on the page as it stands, in words.
 * @param contrast checks only the contrast of its colours
 */
export async function accessibilityFaults(page: Page, contrast = false): Promise<string[]> {
  // Injected through the debugger, since the content security policy blocks foreign scripts; once
  // per loaded page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(async only => {
    const { axe: inPage } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: unknown[] }> }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    // Limits results: axe otherwise reports passed checks at the same length as failed ones.
    const runOnly = only ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags }
    const options = { runOnly, resultTypes: ['violations'] }
    return (await inPage.run(document, options)).violations
  }, contrast)
  return (violations as Violation[]).flatMap(({ id, impact, nodes }) =>
    nodes.map(node => `${id} (${impact}): ${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
  )
}
