import { lazyPart } from '#/lib/lazy-part.ts'

/** The choice of a template and its values, with its texts, for forms that rarely need it. */
export const LazyTemplateFields = lazyPart(
  () => import('./template-fields.tsx').then(file => file.TemplateFields),
  'templates',
  'templateUse',
)
