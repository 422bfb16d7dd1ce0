import { find } from 'linkifyjs'
import type { FindLinks } from './format-text.ts'

export const findLinks: FindLinks = text => find(text)
