import { testCalendars, testDocuments, testTexts } from './held.ts'

testTexts({ every: 1 })
testDocuments()
testCalendars()
