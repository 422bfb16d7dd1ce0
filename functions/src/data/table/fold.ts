export { foldName } from '@balcao/shared/rules/fold-name.ts'
