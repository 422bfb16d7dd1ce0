import type { FindLinks } from '@balcao/shared/rules/text-marks.ts'
import { find } from 'linkifyjs'

export const findLinks: FindLinks = text => find(text)
