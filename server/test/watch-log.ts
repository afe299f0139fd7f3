import { afterEach } from 'vitest'
import { leakedLines } from './canary.ts'
import { differingAnswers } from './check-answers.ts'

/** Run before each file of tests: what a module does when it is loaded is done once for all files of a worker. */
afterEach(() => {
  const [line] = leakedLines()
  if (line !== undefined) throw new Error(`The log holds what nobody may read there: ${line}`)
  const [answer] = differingAnswers()
  if (answer !== undefined) throw new Error(`An answer is not what the description of the API says: ${answer}`)
})
