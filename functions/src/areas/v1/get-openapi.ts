import { v1 } from '@balcao/shared/api/v1.ts'
import { EXAMPLE_BODIES, EXAMPLE_QUERIES } from '@balcao/shared/api/v1-examples.ts'
import { EXAMPLE_ID, exampleOf } from '@balcao/shared/api-contract/example.ts'
import { openApi } from '@balcao/shared/api-contract/openapi.ts'
import { VERSION } from '../account/version/get-version.ts'
import type { Operations } from './operations.ts'

let document: Record<string, unknown> | undefined

/** Describes the public API. */
export const getOpenapi: Operations['reference']['openapi'] = async () => {
  document ??= openApi([v1], VERSION, (name, { path, response }) => ({
    params: Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => [each, exampleOfVariable(each)]),
    ),
    query: EXAMPLE_QUERIES[name],
    body: EXAMPLE_BODIES[name],
    answer: response && exampleOf(response, name.split('.')[0]!),
  }))
  return document
}

/** Returns a CPF for a document, and for any other variable the id of the examples. */
const exampleOfVariable = (name: string): string => (name === 'document' ? '52998224725' : EXAMPLE_ID)
