import { testFraming } from './test-framing.ts'

testFraming('quick')
