import { testCalendars, testDocuments, testMeasure, testTexts } from './held.ts'

testMeasure()
testTexts({ every: 6 })
testDocuments()
testCalendars()
