import type { ESTree } from 'vite'

/**
 * Returns the code of a module with `z` in place of every zod schema. The stand-in
 * (`src/lib/inert-zod.ts`) answers every chain with itself anyway, but a bundler cannot know that:
 * this way a build contains neither the parts of schemas nor unused ones. A chain that checks
 * something stays, and throws as the stand-in does.
 */
export function withoutSchemas(code: string, program: ESTree.Program): string {
  const schemas = new Set(['z'])
  const isSchema = (node: ESTree.Node) => schemas.has(beginningOf(node) ?? '')
  const made: ESTree.Node[] = []

  function look(node: ESTree.Node) {
    if ((node.type === 'CallExpression' || node.type === 'MemberExpression') && isSchema(node)) {
      made.push(node)
      return
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child)
    // By their capitals: a parameter of some function may have the name of anything else.
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return
    if (/^[A-Z]/.test(node.id.name) && isSchema(node.init)) schemas.add(node.id.name)
  }

  look(program)
  made.sort((a, b) => b.start - a.start)
  return made.reduce((text, { start, end }) => `${text.slice(0, start)}z${text.slice(end)}`, code)
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/**
 * Returns the name a chain begins with: `z` for `z.object({ … }).partial()`; undefined for a chain
 * that checks something.
 */
function beginningOf(node: ESTree.Node): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'CallExpression':
      return beginningOf(node.callee)
    case 'MemberExpression':
      return node.property.type === 'Identifier' && CHECKS.has(node.property.name)
        ? undefined
        : beginningOf(node.object)
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return beginningOf(node.expression)
    default:
      return undefined
  }
}

const CHECKS = new Set(['parse', 'parseAsync', 'safeParse', 'safeParseAsync'])
