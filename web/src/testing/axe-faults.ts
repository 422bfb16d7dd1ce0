import axe from 'axe-core'

/** Rules of WCAG 2.2 A and AA; browser tests check those that depend on layout and colours. */
const RULES = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
}

/** Returns what axe finds in the rendered document, in words. */
export async function axeFaults(): Promise<string[]> {
  // jsdom draws nothing, and says so loudly; axe does without.
  HTMLCanvasElement.prototype.getContext = () => null
  const { violations } = await axe.run(document.body, { ...RULES, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')} ${node.html}`))
}
