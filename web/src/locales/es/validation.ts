import { validationTexts } from '@balcao/shared/validation/problem-text.ts'

export default validationTexts('es')
