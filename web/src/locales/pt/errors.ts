import { errorTexts } from '#/lib/error-texts.ts'

export default errorTexts('pt')
