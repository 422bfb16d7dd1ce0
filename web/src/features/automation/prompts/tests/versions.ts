import type { promptVersions } from '@balcao/shared/api/automation/prompt-tests.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { PromptVersion } from '@balcao/shared/entities/prompt-test.ts'

/** An agent's versions, as the server answers them. */
export type Versions = ResultOf<typeof promptVersions.list>

/** Returns all versions, the live one first. */
export const allVersions = ({ live, versions }: Versions): PromptVersion[] => [live, ...versions]
