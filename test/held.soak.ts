import { testTexts } from './held.ts'

testTexts({ every: 1 })
